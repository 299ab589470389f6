import { Injectable } from '@nestjs/common';
import { InboxRepository, type InboxItemDocument, type InboxPage } from '@vance/data';
import { DomainError, notFound, type TenantScope } from '@vance/kernel';
import type { InboxAnswerBody, InboxItem } from '@vance/protocol';
import { InboxAnswers } from './inbox-answers';

/** What is asked of people, and their answers (3.9). Another's item does not exist. */
@Injectable()
export class InboxService {
  constructor(
    private readonly items: InboxRepository,
    private readonly answers: InboxAnswers,
  ) {}

  /** A user's items, newest first. */
  async list(scope: TenantScope, userId: string, page: InboxPage): Promise<readonly InboxItem[]> {
    return (await this.items.list(scope, userId, page)).map(itemOf);
  }

  /** @throws DomainError NOT_FOUND, also for another user's */
  async get(scope: TenantScope, userId: string, itemId: string): Promise<InboxItem> {
    return itemOf(await this.own(scope, userId, itemId));
  }

  /**
   * Takes an answer: the first one counts, once.
   * @returns the item as it is now
   * @throws DomainError NOT_FOUND, INBOX_ITEM_CLOSED, UNPROCESSABLE, or what its handler says
   */
  async answer(
    scope: TenantScope,
    userId: string,
    itemId: string,
    body: InboxAnswerBody,
  ): Promise<InboxItem> {
    const item = await this.own(scope, userId, itemId);
    if (item.status !== 'PENDING') throw closed(item);
    const handler = this.answers.of(item);
    if (handler !== undefined) await handler.answer(scope, item, body, userId);
    else if (!(await this.close(scope, userId, itemId, body)))
      throw closed(await this.own(scope, userId, itemId));
    return this.get(scope, userId, itemId);
  }

  private close(
    scope: TenantScope,
    userId: string,
    itemId: string,
    body: InboxAnswerBody,
  ): Promise<boolean> {
    const answer = { ...body, by: userId, at: new Date().toISOString() };
    return this.items.close(scope, { kind: 'closed', itemId, status: 'ANSWERED', answer });
  }

  private async own(
    scope: TenantScope,
    userId: string,
    itemId: string,
  ): Promise<InboxItemDocument> {
    const item = await this.items.find(scope, itemId);
    if (item?.assignedTo !== userId) throw notFound('inbox item');
    return item;
  }
}

function itemOf({ _id, tenantId: _, createdAt, ...item }: InboxItemDocument): InboxItem {
  return { itemId: _id, ...item, createdAt: createdAt.toISOString() };
}

function closed(item: InboxItemDocument): DomainError {
  const { status } = item;
  const message = `This item is ${status.toLowerCase()} already; nothing was changed.`;
  return new DomainError('INBOX_ITEM_CLOSED', message, {
    status: 409,
    data: { item: itemOf(item) },
  });
}
