import { Controller } from '@nestjs/common';
import { BudgetService } from '@vance/budgets';
import type { Principal } from '@vance/tenancy';
import { type AnswerOf, Caller, Endpoint } from '../http/endpoint';

/** What a tenant may spend and has spent, for its admin. */
@Controller()
export class BudgetsController {
  constructor(private readonly budgets: BudgetService) {}

  @Endpoint('listBudgets')
  async list(@Caller() { scope }: Principal): Promise<AnswerOf<'listBudgets'>> {
    const uses = await this.budgets.uses(scope);
    const items = uses.map(({ budget, limit, used, retryAfterSeconds }) => ({
      ...{ budget, limit, used },
      ...(budget === 'liveProcesses' ? {} : { resetsInSeconds: retryAfterSeconds }),
    }));
    return { items };
  }
}
