import { Injectable } from '@nestjs/common';
import { BudgetService } from '@vance/budgets';
import { DomainError } from '@vance/kernel';
import type { Principal } from '@vance/tenancy';
import { type Acceptance, type IncomingMessage, MessageIntake } from '@vance/think-process';
import { Possessions } from '../access/possessions';
import { Quotas } from '../limits/quotas';

/** Where users' messages come in, by socket or REST: theirs is the process, and the tenant may ask a model. */
@Injectable()
export class MessageDoor {
  constructor(
    private readonly possessions: Possessions,
    private readonly quotas: Quotas,
    private readonly budgets: BudgetService,
    private readonly intake: MessageIntake,
  ) {}

  /**
   * @throws DomainError TOO_MANY_REQUESTS, NOT_FOUND, BUDGET_EXCEEDED for a new message (one that was accepted before is
   * acknowledged whatever is left), and as `MessageIntake.accept`
   */
  async take(
    principal: Principal,
    processId: string,
    message: Omit<IncomingMessage, 'userId'>,
  ): Promise<Acceptance> {
    this.quotas.admitMessage(principal);
    await this.possessions.process(principal, processId);
    const { scope, userId } = principal;
    try {
      await this.budgets.admitMessage(scope);
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const before = await this.intake.acceptedBefore(scope, processId, message.clientMessageId);
      if (before === undefined) throw error;
      return before;
    }
    return this.intake.accept(scope, processId, { ...message, userId });
  }
}
