export { PlanModeModule } from './plan-mode.module';
export { PlanActions } from './plan-actions';
export { dispatch, type ParsedAction } from './core/dispatch';
export type { PlanContext, PlanDispatch } from './core/plan-context';
export { moveRecord, type Mover } from './core/move-record';
export { PlanDecisionService, type Decider } from './plan-decision.service';
export { AgentModeService } from './agent-mode.service';
export { TodoService, type TodoReport } from './todo.service';
