import { planActionTypeSchema, type PlanAction } from '@vance/protocol';
import {
  effectivePlanMode,
  judgeAction,
  proposePlan,
  refusal,
  startExecution,
  startPlan,
  todoUpdate,
  type MoveResult,
  type PlanModeState,
  type Refusal,
} from '@vance/plan-core';
import type { PlanContext, PlanDispatch } from './plan-context';

/** An action as an engine parsed it: one of the four plan actions, or one of its own. */
export type ParsedAction = PlanAction | { readonly type: string };

const PLAN_TYPES: ReadonlySet<string> = new Set(planActionTypeSchema.options);
const CONTINUING: readonly string[] = ['TODO_UPDATE'];

/**
 * Judges and applies an action to a process as read (1.2). Nothing is written here: the caller writes the
 * move with the version it read, and comes again with the newer state if that no longer holds.
 */
export function dispatch(
  action: ParsedAction,
  process: PlanModeState,
  context: PlanContext,
): PlanDispatch {
  const planMode = effectivePlanMode(context.planMode, context.globalDefault);
  const { ownActions, ancestorReadOnly } = context;
  const gate = judgeAction(action.type, process, { planMode, ownActions, ancestorReadOnly });
  if (!gate.ok) return rejected(gate.error);
  if (!isPlanAction(action)) {
    return action.type === 'WAIT' && !context.liveChild ? rejected(NOBODY) : { kind: 'not-mine' };
  }
  const result = apply(action, process, context);
  if (!result.ok) return rejected(result.error);
  const { kind, move, feedback } = result.value;
  return {
    kind: 'applied',
    outcome: kind,
    move,
    feedback,
    endsTurn: !(context.continuing ?? CONTINUING).includes(action.type),
    waits: action.type === 'PROPOSE_PLAN',
  };
}

const NOBODY = refusal(
  'INVALID_ACTION',
  'WAIT needs a worker that is at work; there is none. Use ANSWER.',
);

function isPlanAction(action: ParsedAction): action is PlanAction {
  return PLAN_TYPES.has(action.type);
}

function apply(action: PlanAction, process: PlanModeState, context: PlanContext): MoveResult {
  const { approval, rejectPhrases, runMessages, now, newDecisionId } = context;
  const chat = { approval, rejectPhrases, runMessages, now, newDecisionId };
  switch (action.type) {
    case 'START_PLAN': {
      const planMode = effectivePlanMode(context.planMode, context.globalDefault);
      return startPlan(process, { goal: action.goal, planMode });
    }
    case 'PROPOSE_PLAN':
      return proposePlan(process, {
        ...action,
        accepted: context.accepted,
        ...(context.item && { item: context.item }),
      });
    case 'START_EXECUTION':
      return startExecution(process, chat);
    case 'TODO_UPDATE':
      return todoUpdate(process, { updates: action.updates, add: action.add, approval: chat });
  }
}

/**
 * A missing approval is the user's to give, not a fault of the model's form, so it costs no correction;
 * the iteration limit bounds a model that insists.
 */
function rejected({ code, feedback }: Refusal): PlanDispatch {
  return { kind: 'rejected', code, feedback, costsCorrection: code !== 'APPROVAL_REQUIRED' };
}
