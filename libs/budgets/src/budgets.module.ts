import { Global, Module, type DynamicModule } from '@nestjs/common';
import { BudgetService } from './budgets.service';
import { MinuteCounters } from './minute-counters';

/** Budgets. Needs, as global modules, configuration, data, documents and metrics. */
@Global()
@Module({})
export class BudgetsModule {
  static forRoot(counters: () => MinuteCounters): DynamicModule {
    return {
      module: BudgetsModule,
      providers: [{ provide: MinuteCounters, useFactory: counters }, BudgetService],
      exports: [BudgetService],
    };
  }
}
