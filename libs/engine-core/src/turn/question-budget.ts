import { Injectable, Optional } from '@nestjs/common';
import { BudgetService, describeExceeded, passesSoon } from '@vance/budgets';
import { costOf, ModelFault, ModelGateway, type AskResult } from '@vance/llm';
import { openTurn } from '../core/turn-end';
import type { TurnSession } from './turn-session';
import { Waiting } from './waiting';

/** So often the next minute is waited for; then the turn ends with a word about it. */
const WAITS = 3;

/** What the tenant's budget says to a turn's questions. */
@Injectable()
export class QuestionBudget {
  constructor(
    private readonly models: ModelGateway,
    private readonly waiting: Waiting,
    @Optional() private readonly budgets?: BudgetService,
  ) {}

  /**
   * Resolves when the question may be put. A budget of the minute is waited for, as a provider's limit is.
   * @throws ModelFault over-budget; the signal's reason when the turn is interrupted
   */
  async admit(session: TurnSession): Promise<void> {
    if (this.budgets === undefined) return;
    const { scope, signal, process } = session;
    const { iteration, taken } = openTurn(process);
    // The message that woke the turn has paid for its first question.
    const paid = iteration === 0 && taken.length > 0;
    const own = session.current.config.budgets ?? {};
    for (let waits = 0; ; waits += 1) {
      const over = await this.budgets.admitQuestion(scope, own, { paid });
      if (over === undefined) return;
      if (!passesSoon(over) || waits === WAITS)
        throw new ModelFault('over-budget', describeExceeded(over));
      await this.waiting.seconds(over.retryAfterSeconds, signal);
    }
  }

  /** Counts what an answer took. */
  async charge({ scope, current }: TurnSession, { answer, model }: AskResult): Promise<void> {
    const { usage } = answer;
    const tokens = usage.inputTokens + usage.outputTokens;
    // What nobody priced costs nothing here; tokens bound it.
    const cost = costOf(this.models.info(model, current.catalogue), usage) ?? 0;
    await this.budgets?.charge(scope, current.config.budgets ?? {}, { tokens, cost });
  }
}
