export * from './state';
export { canTransition } from './phase';
export { isLegal, phaseOf } from './legal';
export { isReadOnly, isRestricted, type RestrictionContext } from './read-only';
export {
  effectivePlanMode,
  type ApprovalParam,
  type GlobalPlanMode,
  type PlanModeParam,
} from './plan-mode-param';
export { allowedActions, type ActionContext } from './actions';
export { judgeAction } from './action-gate';
export { refusal, type Refusal, type RefusalCode } from './refusal';
export { statusAfter, type StatusAfter, type TurnEnd } from './status-after';
export {
  manifestNames,
  readOnlyNames,
  NEVER_READ_ONLY,
  READ_ONLY_FALLBACK,
  type LabelledTool,
  type ReadOnlySelection,
} from './manifest';
export { validateProposal, type CheckedProposal, type Proposal } from './proposal';
export { allCompleted, updateTodos, type TodoResult } from './todo-update';
export type { IgnoredChange, TodoRules, TodoWish } from './todo-wish';
export { planHash, type PlanContent } from './plan-hash';
export {
  judgeApproval,
  type ApprovalContext,
  type ApprovalDenial,
  type ApprovalGrant,
} from './approval';
export { isBareRefusal } from './bare-refusal';
export { DEFAULT_REJECT_PHRASES } from './reject-phrases';
export { nextStep, renderTodoList, renderUpdateFeedback } from './todo-list';
export { renderPlanBlock } from './plan-block';
export { toPlanView } from './plan-view';
export { approves, pinsInForce } from './pins-in-force';
export { abandonedItem, itemsOf } from './plan-item';
export * from './moves';
