import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { BudgetService } from '@vance/budgets';
import { MessageIntake } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import { Quotas } from '../../limits/quotas';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Takes a user's message in; acknowledged when it is stored and numbered. One client's messages keep their order. */
@Injectable()
@HandlesRequest('chat-send', 'work')
export class ChatSendHandler implements SocketHandler<'chat-send'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly intake: MessageIntake,
    private readonly quotas: Quotas,
    private readonly budgets: BudgetService,
  ) {}

  handle(
    connection: Connection,
    payload: WsPayload<'chat-send'>,
  ): Promise<SocketAnswer<'chat-send'>> {
    const { processId, ...message } = payload;
    return connection.inOrder(`process:${processId}`, async () => {
      const { principal } = connection;
      this.quotas.admitMessage(principal);
      await this.possessions.process(principal, processId);
      const { userId, scope } = principal;
      await this.budgets.admitMessage(scope);
      const { messageId, seq, duplicate } = await this.intake.accept(scope, processId, {
        ...message,
        userId,
      });
      return { data: duplicate ? { messageId, seq, duplicate } : { messageId, seq } };
    });
  }
}
