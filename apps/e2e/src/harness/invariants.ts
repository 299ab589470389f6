import type { Db, Document, MongoClient } from 'mongodb';

interface ProcessRow {
  readonly _id: string;
  readonly sessionId: string;
  readonly status: string;
  readonly inbox: readonly unknown[];
  readonly outbox: readonly unknown[];
  readonly todos: readonly { readonly id: string; readonly status: string }[];
  readonly mode: string;
}

interface EventRow {
  readonly seq: number;
  readonly last: number;
  readonly events: readonly { readonly type: string; readonly [field: string]: unknown }[];
}

/**
 * Reads a session's rows and names every invariant that does not hold (spec 4.1): I1 messages once, I3 legal
 * moves, each on the record once, I4 one approval per version, I5 events without gap and snapshot = fold, I7 effects once, I10 in order.
 */
export async function brokenInvariants(
  client: MongoClient,
  database: string,
  processId: string,
): Promise<string[]> {
  const db = client.db(database);
  const process = await db.collection<ProcessRow>('processes').findOne({ _id: processId });
  if (!process) return ['the process is gone'];
  const broken: string[] = [];
  const rows = await db
    .collection<EventRow>('session_events')
    .find({ sessionId: process.sessionId })
    .sort({ seq: 1 })
    .toArray();

  let next = 1;
  for (const row of rows) {
    if (row.seq !== next) broken.push(`I5: a row starts at ${row.seq}, expected ${next}`);
    if (row.last !== row.seq + row.events.length - 1)
      broken.push(`I5: the row of ${row.seq} ends at ${row.last}`);
    next = row.last + 1;
  }
  const events = rows.flatMap((row) => row.events);

  const messages = await db
    .collection<{ _id: string; n: number; role: string; content: string }>('chat_messages')
    .find({ processId })
    .sort({ n: 1 })
    .toArray();
  const announced = events.filter((event) => event.type === 'chat-message-appended');
  const ids = announced.map((event) => (event['message'] as { id: string }).id);
  if (new Set(ids).size !== ids.length) broken.push('I1: a message was announced twice');
  const numbers = messages.map((message) => message.n);
  if (new Set(numbers).size !== numbers.length) broken.push('I10: two messages share a number');
  if (process.inbox.length === 0 && process.outbox.length === 0) {
    const stored = new Set(messages.map((message) => message._id));
    for (const id of ids)
      if (!stored.has(id)) broken.push(`I1: message ${id} was announced and is not stored`);
  }

  const modes = events.filter((event) => event.type === 'process-mode-changed');
  let mode = 'NORMAL';
  for (const event of modes) {
    if (event['oldMode'] !== mode)
      broken.push(`I3: ${String(event['oldMode'])} was announced while in ${mode}`);
    mode = String(event['newMode']);
  }
  const recorded = await recordedMoves(db, processId);
  if (process.outbox.length === 0 && recorded.length !== modes.length)
    broken.push(`4.4: of ${modes.length} moves of the mode ${recorded.length} are on the record`);
  if (mode !== process.mode)
    broken.push(`I5: the events fold to ${mode}, the snapshot says ${process.mode}`);
  const todos = events.findLast((event) => event.type === 'todos-updated')?.['todos'] ?? [];
  if (JSON.stringify(todos) !== JSON.stringify(process.todos))
    broken.push('I5: the todos fold to something else');

  const plans = await db
    .collection<{ _id: string; decisions?: readonly { verdict: string }[] }>('plans')
    .find({ processId })
    .toArray();
  for (const plan of plans) {
    if ((plan.decisions?.length ?? 0) > 1)
      broken.push(`I4: ${plan._id} has ${plan.decisions?.length} verdicts`);
  }

  const calls = await db
    .collection<{ _id: string; state: string; effect: string }>('tool_calls')
    .find({ processId })
    .toArray();
  if (new Set(calls.map((row) => row._id)).size !== calls.length)
    broken.push('I7: a call has two journal rows');
  return broken;
}

/** The moves of the mode that the tenant's record has of a process. */
function recordedMoves(db: Db, processId: string): Promise<Document[]> {
  return db.collection('audit_log').find({ action: 'mode-changed', target: processId }).toArray();
}
