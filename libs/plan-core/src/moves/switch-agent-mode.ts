import { err } from '@vance/kernel';
import type { AgentMode, ProcessMode } from '@vance/protocol';
import { phaseOf } from '../legal';
import { walk } from '../phase';
import type { PlanModeState } from '../state';
import { changed, freshRecord, moveTo, planModeState, unchanged, type MoveResult } from './move';

export interface SwitchInput {
  readonly agentMode: AgentMode;
  /** Whether the tenant has plan mode switched on; needed for the switch to plan only. */
  readonly planModeAvailable: boolean;
}

/** The user's switch (1.8). It locks at once and never approves; the status is left alone. */
export function switchAgentMode(process: PlanModeState, input: SwitchInput): MoveResult {
  const before = planModeState(process);
  if (input.agentMode === 'plan' && !input.planModeAvailable) {
    const feedback = 'Plan mode is switched off for this tenant.';
    return err({ code: 'PLAN_MODE_DISABLED', feedback });
  }
  if (before.agentMode === input.agentMode)
    return unchanged(before, 'The switch stands there already.');
  if (input.agentMode === 'build') return changed(moveTo(before, toBuild(before)), 'Build mode.');
  return changed(moveTo(before, toPlan(before)), 'Plan mode.');
}

function toPlan(before: PlanModeState): PlanModeState {
  const after = { ...before, agentMode: 'plan' as const, plan: drafted(before) };
  switch (before.mode) {
    case 'NORMAL':
      return phaseOf(before) === 'ready'
        ? { ...after, mode: 'PLANNING' }
        : { ...after, mode: 'EXPLORING', switchedFrom: 'NORMAL' };
    case 'EXECUTING':
      return { ...after, mode: 'EXPLORING', switchedFrom: 'EXECUTING' };
    default:
      return after;
  }
}

/** The plan beside the switch to plan: none becomes drafting; what is under way or done stays. */
function drafted(state: PlanModeState): PlanModeState['plan'] {
  if (phaseOf(state) !== 'none') return state.plan;
  const record = state.plan ?? freshRecord(0);
  return { ...record, phase: walk('none', 'drafting') };
}

/**
 * Back to build: EXPLORING that the switch made, with no new plan since, returns to what it was. A plan
 * that waits for its verdict goes on waiting.
 */
export function toBuild(before: PlanModeState): PlanModeState {
  const mode: ProcessMode =
    before.mode === 'EXPLORING' && before.switchedFrom ? before.switchedFrom : before.mode;
  return { ...before, agentMode: 'build', mode, switchedFrom: undefined };
}
