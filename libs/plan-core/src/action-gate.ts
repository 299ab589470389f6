import { cutText, err, ok, type Result } from '@vance/kernel';
import { allowedActions, type ActionContext } from './actions';
import { phaseOf } from './legal';
import { refusal, type Refusal } from './refusal';
import type { PlanModeState } from './state';

/**
 * Whether an action type fits the state (1.2). START_EXECUTION of the very plan that executes passes: it
 * is no error, only nothing new (1.1). START_PLAN of a switched-off plan mode passes too, so that its own
 * refusal can say so.
 */
export function judgeAction(
  type: string,
  state: PlanModeState,
  context: ActionContext = {},
): Result<undefined, Refusal> {
  const allowed = allowedActions(state, context);
  const nothingNew =
    type === 'START_EXECUTION' && state.mode === 'EXECUTING' && phaseOf(state) === 'executing';
  const refusedLater = type === 'START_PLAN' && context.planMode === 'disabled';
  if (allowed.includes(type) || nothingNew || refusedLater) return ok(undefined);
  return err(
    refusal(
      'ACTION_NOT_ALLOWED_IN_MODE',
      `${cutText(type, 40)} is not allowed now (mode: ${state.mode}, phase: ${phaseOf(state)}). ` +
        `Allowed types: ${allowed.join(', ')}. ${instead(state, allowed)}`,
    ),
  );
}

/** What to do instead, by mode. */
function instead(state: PlanModeState, allowed: readonly string[]): string {
  const mayPlan = allowed.includes('START_PLAN');
  switch (state.mode) {
    case 'NORMAL':
      return mayPlan
        ? 'There is no plan to work on: use ANSWER, or START_PLAN if the request is worth a plan.'
        : 'There is no plan to work on: use ANSWER, or do the work directly.';
    case 'EXPLORING':
      return 'Look with the read-only tools, then use PROPOSE_PLAN; ask the user with ANSWER.';
    case 'PLANNING':
      return 'Read the reply of the user: approval → START_EXECUTION, changes → PROPOSE_PLAN, a question → ANSWER.';
    case 'EXECUTING':
      return phaseOf(state) === 'blocked'
        ? 'A step is blocked: use ANSWER to ask for the least that is needed.'
        : 'Go on with the steps: use TODO_UPDATE and the tools; START_PLAN only if the whole approach must change.';
    default:
      return 'Use ANSWER.';
  }
}
