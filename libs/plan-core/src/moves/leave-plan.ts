import { phaseOf } from '../legal';
import type { PlanModeState } from '../state';
import {
  changed,
  freshRecord,
  moveTo,
  planModeState,
  setAside,
  unchanged,
  type MoveResult,
} from './move';
import { toBuild } from './switch-agent-mode';

/** ANSWER with `abandonPlan` (1.2): the user only wanted an answer. Outside EXPLORING and PLANNING nothing changes. */
export function abandonPlan(process: PlanModeState): MoveResult {
  const before = planModeState(process);
  if (before.mode !== 'EXPLORING' && before.mode !== 'PLANNING') {
    return unchanged(before, 'There is no plan to abandon.');
  }
  const plans = setAside(before.plan, 'abandoned');
  return changed(moveTo(before, withoutPlan(before), { plans }), 'The plan is abandoned.');
}

/** At the start of the user turn after completion (1.11): back to NORMAL, the list stays to be seen. */
export function resetAfterCompletion(process: PlanModeState): MoveResult {
  const before = planModeState(process);
  if (before.mode !== 'EXECUTING' || phaseOf(before) !== 'completed') {
    return unchanged(before, 'Nothing to reset.');
  }
  return changed(moveTo(before, { ...before, mode: 'NORMAL' }), 'The plan is done; mode: NORMAL.');
}

/**
 * At the start of a turn while the tenant has plan mode switched off (1.16): the user's switch returns to
 * build, EXPLORING ends. What the user has already seen (PLANNING, EXECUTING) may finish. A version that was proposed is
 * kept in its row, as abandoned; a draft that has no row stays where it stands, beside NORMAL, so its goal is not lost.
 */
export function applyKillSwitch(process: PlanModeState): MoveResult {
  const before = planModeState(process);
  const built = toBuild(before);
  const exploring = built.mode === 'EXPLORING' || onlySwitchedDraft(before);
  const after = exploring ? { ...withoutPlan(built), ...keptDraft(before) } : built;
  const plans = exploring ? setAside(before.plan, 'abandoned') : [];
  const same = before.agentMode === after.agentMode && before.mode === after.mode;
  if (same) return unchanged(before, 'Nothing to switch off.');
  return changed(
    moveTo(before, after, { plans }),
    `Plan mode is switched off; mode: ${after.mode}.`,
  );
}

/** The plan of which nothing was proposed but whose goal is named; without one there is nothing to keep. */
function keptDraft({ plan }: PlanModeState): Pick<PlanModeState, 'plan'> | undefined {
  const begun = plan?.phase === 'drafting' && !plan.proposed && plan.goal !== undefined;
  return begun ? { plan } : undefined;
}

/** A draft that the switch opened in NORMAL ends with the switch. */
function onlySwitchedDraft(state: PlanModeState): boolean {
  return (
    state.mode === 'EXPLORING' && state.switchedFrom === 'NORMAL' && phaseOf(state) === 'drafting'
  );
}

function withoutPlan(state: PlanModeState): PlanModeState {
  return {
    ...state,
    mode: 'NORMAL',
    plan: state.plan && state.plan.version > 0 ? freshRecord(state.plan.version) : null,
    todos: state.todos.length === 0 ? state.todos : [],
    switchedFrom: undefined,
  };
}
