import type { PlanPhase, ProcessMode } from '@vance/protocol';
import type { PlanModeState } from './state';

/** Which phases a mode may stand beside (1.1). `approved` is passed through inside one write only. */
const LEGAL_PHASES: Readonly<Record<ProcessMode, readonly PlanPhase[]>> = {
  NORMAL: ['none', 'drafting', 'ready', 'completed'],
  EXPLORING: ['drafting', 'executing', 'blocked', 'completed'],
  PLANNING: ['ready', 'drafting'],
  EXECUTING: ['executing', 'blocked', 'completed'],
};

/** The phase of a state; a process without a plan record stands at `none`. */
export function phaseOf(state: Pick<PlanModeState, 'plan'>): PlanPhase {
  return state.plan?.phase ?? 'none';
}

/** Whether mode and phase fit together. EXPLORING beside a plan under way exists after the user's switch alone. */
export function isLegal(state: Pick<PlanModeState, 'mode' | 'plan' | 'switchedFrom'>): boolean {
  const phase = phaseOf(state);
  if (!LEGAL_PHASES[state.mode].includes(phase)) return false;
  return state.mode !== 'EXPLORING' || phase === 'drafting' || state.switchedFrom !== undefined;
}
