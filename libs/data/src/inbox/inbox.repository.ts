import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { InboxItem, InboxStatus } from '@vance/protocol';
import type { Database } from '../database';
import { inserted } from '../tenancy/duplicate-key';
import { inboxItemSchema, type InboxItemDocument, type InboxItemRow } from './inbox-item.schema';

/** A page of a user's items. */
export interface InboxPage {
  readonly limit: number;
  readonly status?: InboxStatus;
  readonly before?: { readonly at: Date; readonly id: string };
}

/** Inbox items: projected from the outbox of the process that asks, or told by the server itself. */
export class InboxRepository {
  private readonly rows: Collection<InboxItemDocument>;

  constructor(database: Database) {
    this.rows = database.collection('inbox_items', inboxItemSchema);
  }

  /** Applies changes in order; each is a no-op the second time. */
  async project(scope: TenantScope, changes: readonly InboxItemRow[]): Promise<void> {
    for (const change of changes) {
      if (change.kind === 'added') await this.add(scope, change.item);
      else await this.close(scope, change);
    }
  }

  /** Adds an item; one that is there already stays as it is. */
  async add(scope: TenantScope, item: InboxItem): Promise<void> {
    const { itemId, createdAt, ...rest } = item;
    const row = { ...rest, _id: itemId, tenantId: scope.tenantId, createdAt: new Date(createdAt) };
    await inserted(() => this.rows.insertOne(row));
  }

  find(scope: TenantScope, itemId: string): Promise<InboxItemDocument | null> {
    return this.rows.findOne({ _id: itemId, tenantId: scope.tenantId });
  }

  /** A user's items, newest first. */
  list(scope: TenantScope, userId: string, page: InboxPage): Promise<readonly InboxItemDocument[]> {
    const filter: Document = { tenantId: scope.tenantId, assignedTo: { $eq: userId } };
    if (page.status !== undefined) filter['status'] = { $eq: page.status };
    if (page.before !== undefined) {
      const { at, id } = page.before;
      filter['$or'] = [{ createdAt: { $lt: at } }, { createdAt: at, _id: { $lt: id } }];
    }
    return this.rows.find(filter).sort({ createdAt: -1, _id: -1 }).limit(page.limit).toArray();
  }

  /** The first one wins. @returns whether it was open */
  async close(
    scope: TenantScope,
    { itemId, status, answer }: Extract<InboxItemRow, { kind: 'closed' }>,
  ): Promise<boolean> {
    const { modifiedCount } = await this.rows.updateOne(
      { _id: itemId, tenantId: scope.tenantId, status: 'PENDING' },
      { $set: { status, ...(answer && { answer }) } },
    );
    return modifiedCount === 1;
  }
}
