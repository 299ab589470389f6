import { Injectable } from '@nestjs/common';
import { InboxService } from '@vance/inbox';
import type { WsPayload } from '@vance/protocol';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** A user's answer to an item. */
@Injectable()
@HandlesRequest('inbox-answer', 'work')
export class InboxAnswerHandler implements SocketHandler<'inbox-answer'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly inbox: InboxService,
  ) {}

  async handle(
    { principal }: Connection,
    { itemId, ...body }: WsPayload<'inbox-answer'>,
  ): Promise<SocketAnswer<'inbox-answer'>> {
    await this.possessions.inboxItem(principal, itemId);
    const { scope, userId } = principal;
    return { data: { item: await this.inbox.answer(scope, userId, itemId, body) } };
  }
}
