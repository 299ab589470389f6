export { planModeState, type MoveOutcome, type MoveResult } from './move';
export { startPlan, type StartPlanInput } from './start-plan';
export { proposePlan, type ProposePlanInput } from './propose-plan';
export { startExecution } from './start-execution';
export { todoUpdate, type TodoUpdateInput } from './todo-update';
export { decidePlan, type DecidePlanInput, type DecisionOutcome } from './decide-plan';
export { switchAgentMode, type SwitchInput } from './switch-agent-mode';
export { abandonPlan, applyKillSwitch, resetAfterCompletion } from './leave-plan';
export type { ChatApproval } from './approve';
