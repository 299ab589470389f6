import { err } from '@vance/kernel';
import { judgeAction } from '../action-gate';
import { defined } from '../defined';
import { phaseOf } from '../legal';
import { walk } from '../phase';
import type { PlanModeParam } from '../plan-mode-param';
import { refusal } from '../refusal';
import { statusAfter } from '../status-after';
import type { PlanModeState, PlanRecord, PlanRowChange } from '../state';
import {
  changed,
  freshRecord,
  moveTo,
  planModeState,
  setAside,
  unchanged,
  type MoveResult,
} from './move';

export interface StartPlanInput {
  readonly goal?: string;
  /** The effective parameter (see `effectivePlanMode`). */
  readonly planMode: PlanModeParam;
}

const DISABLED = refusal(
  'PLAN_MODE_DISABLED',
  'plans are switched off here. Do the work directly, or use ANSWER.',
);
const NEXT =
  'mode: EXPLORING. Only tools that read are there. Look at what you need, then use PROPOSE_PLAN.';

/** START_PLAN: begins a plan, or goes back to exploring (1.2). */
export function startPlan(process: PlanModeState, input: StartPlanInput): MoveResult {
  const gate = judgeAction('START_PLAN', process, { planMode: input.planMode });
  if (!gate.ok) return gate;
  if (input.planMode === 'disabled') return err(DISABLED);

  const before = planModeState(process);
  const draft = draftOf(before, input.goal);
  const newTag = !draft.plan.tagged;
  const plan: PlanRecord = { ...draft.plan, tagged: true };
  const after: PlanModeState = {
    ...before,
    ...statusAfter('START_PLAN', before),
    waitingFor: undefined,
    mode: 'EXPLORING',
    plan,
    todos: draft.todos,
    switchedFrom: undefined,
  };
  const nothingNew =
    before.mode === 'EXPLORING' &&
    !newTag &&
    before.switchedFrom === undefined &&
    plan.goal === before.plan?.goal;
  if (nothingNew) {
    return unchanged({ ...after, plan: before.plan }, `You are exploring already. ${NEXT}`);
  }
  const tags = newTag ? ['MODE:plan'] : [];
  return changed(moveTo(before, after, { tags, plans: draft.rows }), NEXT);
}

/** The draft to explore for: the one at hand while it is not ready yet, else a new record. */
function draftOf(
  state: PlanModeState,
  goal: string | undefined,
): { plan: PlanRecord; todos: PlanModeState['todos']; rows: PlanRowChange[] } {
  const current = state.plan;
  if (current && phaseOf(state) === 'drafting') {
    // A draft that the tenant's switch left beside NORMAL is taken up for what is wanted now.
    const left = state.mode === 'NORMAL';
    const plan = defined({
      ...current,
      goal: left ? (goal ?? current.goal) : (current.goal ?? goal),
    });
    return { plan, todos: state.todos, rows: [] };
  }
  const fresh = freshRecord(current?.version ?? 0);
  const plan = defined({ ...fresh, phase: walk(fresh.phase, 'drafting'), goal });
  const todos = state.todos.length === 0 ? state.todos : [];
  return { plan, todos, rows: setAside(current, 'superseded') };
}
