import { type DynamicModule, Module } from '@nestjs/common';
import { AgentModeService } from './agent-mode.service';
import { PlanActions } from './plan-actions';
import { PlanApprovalAnswers } from './plan-approval-answers';
import { PlanDecisionService } from './plan-decision.service';
import { TodoService } from './todo.service';

const services = [
  PlanActions,
  PlanDecisionService,
  PlanApprovalAnswers,
  AgentModeService,
  TodoService,
];

/** The shared plan layer. Needs the data, tenancy, documents, inbox and think-process modules. */
@Module({})
export class PlanModeModule {
  static forRoot(): DynamicModule {
    return { module: PlanModeModule, global: true, providers: services, exports: services };
  }
}
