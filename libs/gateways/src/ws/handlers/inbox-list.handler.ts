import { Injectable } from '@nestjs/common';
import { InboxService } from '@vance/inbox';
import type { WsPayload } from '@vance/protocol';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** So many of a user's items, the newest, are listed over the socket; REST has pages. */
const MOST_ITEMS = 500;

/** What is asked of the user. */
@Injectable()
@HandlesRequest('inbox-list', 'work')
export class InboxListHandler implements SocketHandler<'inbox-list'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly inbox: InboxService,
  ) {}

  async handle(
    { principal }: Connection,
    { status }: WsPayload<'inbox-list'>,
  ): Promise<SocketAnswer<'inbox-list'>> {
    const page = { limit: MOST_ITEMS, ...(status === undefined ? {} : { status }) };
    const items = await this.inbox.list(principal.scope, principal.userId, page);
    return { data: { items: await this.possessions.inSight(principal, items) } };
  }
}
