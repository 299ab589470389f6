import type {
  AuditDraft,
  ChatMessageRow,
  OutboxEntry,
  ProcessDocument,
  ToolCallRow,
} from '@vance/data';
import { derivedId, newId } from '@vance/kernel';
import type { MessageDraft, Move, PlanModeState } from '@vance/plan-core';
import type { EventDraft } from '@vance/protocol';
import { inboxRows } from './inbox-rows';

/** What a write records beside its move. */
export interface EntryExtra {
  /** Journal rows of tool calls. */
  readonly calls?: readonly ToolCallRow[];
  /** Rows of the tenant's record. */
  readonly audit?: readonly AuditDraft[];
  /** Events that no move makes, after those of the move. */
  readonly events?: readonly EventDraft[];
  /** The write takes the turn's messages out of the inbox: their rows must stand before it is done. */
  readonly consumes?: boolean;
  /** Why the status changes, in a word for machines; the status itself, in lower case, when absent. */
  readonly statusTag?: string;
  /** Beside the status for people. */
  readonly statusText?: string;
  /** The machine's time, a label only. */
  readonly now?: Date;
}

/** An entry for the outbox, and where the history ends with it. */
export interface BuiltEntry {
  readonly entry: OutboxEntry;
  readonly histN: number;
}

/**
 * Makes the outbox entry of a write: numbers its messages from the process's history counter, derives
 * `chat-message-appended` (markers and unsaid words make none) and, where status or waitingFor change, `process-progress`.
 * The rows of the turn's own messages come first, with the numbers the take gave them, unless an earlier
 * entry of the turn has brought them.
 */
export function buildEntry(
  process: ProcessDocument,
  move: Partial<Move>,
  extra: EntryExtra = {},
): BuiltEntry {
  const at = extra.now ?? new Date();
  const drafts = move.messages ?? [];
  const taken = drafts.length > 0 || extra.consumes ? takenRows(process) : [];
  const appended = drafts.map((draft, index) =>
    numbered(process, draft, process.hist.n + 1 + index, at),
  );
  const items = inboxRows(process, move.items ?? []);
  const entry: OutboxEntry = {
    id: newId('out'),
    at,
    events: [
      ...appended.filter(isSaid).map(chatEvent),
      ...(move.events ?? []),
      ...items.events,
      ...(extra.events ?? []),
      ...progress(process, move, extra),
    ],
    messages: [...taken, ...appended],
    plans: move.plans ?? [],
    calls: extra.calls ?? [],
    ...(extra.audit?.length ? { audit: extra.audit } : {}),
    ...(items.rows.length > 0 ? { items: items.rows } : {}),
  };
  return { entry, histN: process.hist.n + appended.length };
}

/** The event that shows a message to clients. */
export function chatEvent(row: Omit<ChatMessageRow, 'n'>): EventDraft {
  return {
    type: 'chat-message-appended',
    message: {
      id: row.id,
      role: row.role,
      content: row.content,
      createdAt: row.at.toISOString(),
      tags: [...row.tags],
      meta: row.meta,
    },
  };
}

/** Messages the open turn has taken whose rows no entry has carried yet: then the history ends with them. */
function takenRows(process: ProcessDocument): ChatMessageRow[] {
  const { turn, inbox, hist } = process;
  if (turn === undefined || hist.n !== turn.firstN - 1 + turn.taken.length) return [];
  const waiting = new Map(inbox.map((message) => [message.id, message]));
  return turn.taken.flatMap((id, index) => {
    const message = waiting.get(id);
    if (message === undefined) return [];
    const { content, at, meta } = message;
    return [{ id, n: turn.firstN + index, role: 'USER' as const, content, at, tags: [], meta }];
  });
}

function numbered(
  process: ProcessDocument,
  draft: MessageDraft,
  n: number,
  at: Date,
): ChatMessageRow {
  const id = derivedId('msg', process.tenantId, process._id, 'n', String(n));
  return { id, n, at, ...draft };
}

const isSaid = (row: ChatMessageRow): boolean => row.meta.kind === undefined;

function progress(
  process: ProcessDocument,
  move: Partial<Move>,
  extra: EntryExtra,
): readonly EventDraft[] {
  const { state } = move;
  if (state === undefined || !statusMoves(process, state)) return [];
  if (move.events?.some((event) => event.type === 'process-progress')) return [];
  return [
    {
      type: 'process-progress',
      status: state.status,
      statusTag: extra.statusTag ?? state.status.toLowerCase(),
      ...(state.waitingFor === undefined ? {} : { waitingFor: state.waitingFor }),
      ...(extra.statusText === undefined ? {} : { text: extra.statusText }),
    },
  ];
}

function statusMoves(process: PlanModeState, state: PlanModeState): boolean {
  return process.status !== state.status || process.waitingFor !== state.waitingFor;
}
