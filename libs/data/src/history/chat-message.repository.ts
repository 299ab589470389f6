import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import { duplicatesOf } from '../batching/duplicates';
import { GroupCommit } from '../batching/group-commit';
import { ReadBatch } from '../batching/read-batch';
import type { Database } from '../database';
import type { ChatMessageRow } from '../process/process-document';
import { type ChatMessageDocument, chatMessageSchema } from './chat-message.schema';

/** Which rows of a history, newest first. */
export interface HistoryPage {
  readonly processId: string;
  /** Rows below this number; from the end when absent. */
  readonly before?: number;
  readonly limit: number;
  /** `active`: what the chat shows, without markers, words that stand elsewhere, and archived rows. */
  readonly view: 'active' | 'full';
}

/** The conversation of a process, as rows projected from its outbox. */
export class ChatMessageRepository {
  private readonly rows: Collection<ChatMessageDocument>;
  private readonly inserts: GroupCommit<ChatMessageDocument>;
  private readonly lookups: ReadBatch<ChatMessageDocument>;

  constructor(database: Database) {
    this.rows = database.collection('chat_messages', chatMessageSchema);
    this.inserts = new GroupCommit((rows) => this.insert(rows));
    this.lookups = new ReadBatch((ids) => this.load(ids));
  }

  /** Stores rows; those that are there already are left as they are. */
  project(
    scope: TenantScope,
    processId: string,
    messages: readonly ChatMessageRow[],
  ): Promise<void> {
    return this.inserts.add(
      messages.map(({ id, ...row }) => ({ _id: id, tenantId: scope.tenantId, processId, ...row })),
    );
  }

  /** Whether the message is part of the history. */
  async has(scope: TenantScope, messageId: string): Promise<boolean> {
    const row = await this.lookups.get(messageId);
    return row !== null && row.tenantId === scope.tenantId;
  }

  /** All rows with numbers above `after` up to `upTo`, in order, markers and archived ones too. */
  async range(
    scope: TenantScope,
    processId: string,
    after: number,
    upTo: number,
  ): Promise<readonly ChatMessageDocument[]> {
    return this.rows
      .find({ tenantId: scope.tenantId, processId, n: { $gt: after, $lte: upTo } })
      .sort({ n: 1 })
      .toArray();
  }

  /** A page of the history, newest first. */
  async page(scope: TenantScope, page: HistoryPage): Promise<readonly ChatMessageDocument[]> {
    const filter: Document = { tenantId: scope.tenantId, processId: page.processId };
    if (page.before !== undefined) filter['n'] = { $lt: page.before };
    if (page.view === 'active') {
      filter['meta.kind'] = { $exists: false };
      filter['archivedInMemoryId'] = { $exists: false };
    }
    return this.rows.find(filter).sort({ n: -1 }).limit(page.limit).toArray();
  }

  private async insert(rows: readonly ChatMessageDocument[]): Promise<void> {
    try {
      await this.rows.insertMany([...rows], { ordered: false });
    } catch (error) {
      const foreign = duplicatesOf(error).find(({ indexName }) => indexName !== '_id_');
      if (foreign === undefined) return;
      throw new TypeError(
        `history number given twice: ${rows[foreign.index]?._id ?? '?'} (${foreign.indexName})`,
        { cause: error },
      );
    }
  }

  private async load(ids: readonly string[]): Promise<ReadonlyMap<string, ChatMessageDocument>> {
    const rows = await this.rows
      .find({ _id: { $in: [...ids] } })
      .project<ChatMessageDocument>({ tenantId: 1 })
      .toArray();
    return new Map(rows.map((row) => [row._id, row]));
  }
}
