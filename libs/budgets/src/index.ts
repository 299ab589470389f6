export { BudgetService } from './budgets.service';
export { BudgetsModule } from './budgets.module';
export { MinuteCounters } from './minute-counters';
export { describe as describeExceeded, passesSoon, type Exceeded, type Use } from './core/exceeded';
