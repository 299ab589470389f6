import { Controller } from '@nestjs/common';
import { InboxService } from '@vance/inbox';
import type { Principal } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { momentIn, pageFrom } from '../http/paging';

/** What is asked of the caller. */
@Controller()
export class InboxController {
  constructor(
    private readonly inbox: InboxService,
    private readonly possessions: Possessions,
  ) {}

  @Endpoint('listInbox')
  async list(
    @Caller() principal: Principal,
    @Input() { query: { limit, cursor, status } }: InputOf<'listInbox'>,
  ): Promise<AnswerOf<'listInbox'>> {
    const { scope, userId } = principal;
    const found = await this.inbox.list(scope, userId, {
      limit: limit + 1,
      ...(status === undefined ? {} : { status }),
      ...(cursor === undefined ? {} : { before: momentIn(cursor) }),
    });
    const page = pageFrom(found, limit, ({ createdAt, itemId }) => [Date.parse(createdAt), itemId]);
    return { ...page, items: await this.possessions.inSight(principal, page.items) };
  }

  @Endpoint('getInboxItem')
  get(
    @Caller() principal: Principal,
    @Input() { params: { itemId } }: InputOf<'getInboxItem'>,
  ): Promise<AnswerOf<'getInboxItem'>> {
    return this.possessions.inboxItem(principal, itemId);
  }

  @Endpoint('answerInboxItem')
  async answer(
    @Caller() principal: Principal,
    @Input() { params: { itemId }, body }: InputOf<'answerInboxItem'>,
  ): Promise<AnswerOf<'answerInboxItem'>> {
    await this.possessions.inboxItem(principal, itemId);
    const { scope, userId } = principal;
    return this.inbox.answer(scope, userId, itemId, body);
  }
}
