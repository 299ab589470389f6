import { Injectable } from '@nestjs/common';
import {
  type ChatMessageDocument,
  ChatMessageRepository,
  type InboxMessage,
  type ProcessDocument,
} from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import type { ChatMessage } from '@vance/protocol';

/** Which part of a history. */
export interface HistoryQuery {
  readonly view: 'active' | 'full';
  /** Where the page before ended: a row's number. */
  readonly before?: number;
  readonly limit: number;
}

/** A page in the order of the conversation; `before` for the next, older page. */
export interface HistoryPageView {
  readonly items: readonly ChatMessage[];
  readonly before?: number;
}

/** Histories as people read them: the newest page ends with what waits and has no row yet. */
@Injectable()
export class MessageHistory {
  constructor(private readonly messages: ChatMessageRepository) {}

  async page(
    scope: TenantScope,
    process: ProcessDocument,
    query: HistoryQuery,
  ): Promise<HistoryPageView> {
    const rows = await this.messages.page(scope, {
      processId: process._id,
      view: query.view,
      before: query.before,
      limit: query.limit + 1,
    });
    const shown = rows.slice(0, query.limit).reverse();
    const items = shown.map(viewOfRow);
    if (query.before === undefined) items.push(...waiting(process, rows));
    const oldest = rows.length > query.limit ? shown[0]?.n : undefined;
    return oldest === undefined ? { items } : { items, before: oldest };
  }
}

/** What the process has accepted and no row shows yet: the turn's messages, then the inbox. */
function waiting(
  process: ProcessDocument,
  rows: readonly ChatMessageDocument[],
): readonly ChatMessage[] {
  const known = new Set(rows.map((row) => row._id));
  const unprojected = process.outbox
    .flatMap((entry) => entry.messages)
    .filter((row) => !known.has(row.id) && row.meta.kind === undefined);
  for (const row of unprojected) known.add(row.id);
  return [
    ...unprojected.map((row) => viewOfRow({ ...row, _id: row.id })),
    ...process.inbox.filter((message) => !known.has(message.id)).map(viewOfWaiting),
  ];
}

type ShownRow = Pick<
  ChatMessageDocument,
  '_id' | 'role' | 'content' | 'at' | 'tags' | 'meta' | 'archivedInMemoryId'
>;

function viewOfRow(row: ShownRow): ChatMessage {
  return {
    id: row._id,
    role: row.role,
    content: row.content,
    createdAt: row.at.toISOString(),
    tags: [...row.tags],
    meta: row.meta,
    ...(row.archivedInMemoryId === undefined ? {} : { archivedInMemoryId: row.archivedInMemoryId }),
  };
}

function viewOfWaiting(message: InboxMessage): ChatMessage {
  return {
    id: message.id,
    role: 'USER',
    content: message.content,
    createdAt: message.at.toISOString(),
    tags: [],
    meta: message.meta,
  };
}
