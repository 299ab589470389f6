import type { Collection } from 'mongodb';
import { failpoint } from '@vance/kernel';
import { duplicatesOf, type Duplicate } from '../batching/duplicates';
import type { SessionEventRow, UnnumberedRow } from './session-event';
import { SessionQueue } from './session-queue';

/** Sessions whose head is remembered. */
const REMEMBERED_SESSIONS = 20_000;

/** Reads the heads of sessions: last number stored with majority, 0 for none. */
type ReadHeads = (sessionIds: readonly string[]) => Promise<ReadonlyMap<string, number>>;

/**
 * Gives rows their numbers and stores them: `seq = head + 1`, unique per session. One bulk under way,
 * with at most one row of each session; newcomers form the next.
 */
export class SessionAppender {
  private readonly queues = new Map<string, SessionQueue>();
  private readonly ready = new Set<SessionQueue>();
  private running = false;

  constructor(
    private readonly rows: Collection<SessionEventRow>,
    private readonly readHeads: ReadHeads,
  ) {}

  /** Resolves with the stored row; a row whose id is stored already resolves with that one. */
  append(row: UnnumberedRow): Promise<SessionEventRow> {
    return new Promise((resolve, reject) => {
      const queue = this.queueOf(row);
      queue.waiting.push({ row, resolve, reject });
      if (queue.busy) return;
      this.ready.add(queue);
      if (!this.running) void this.run();
    });
  }

  /** Tells what a read has shown, so that the next append need not read the head. */
  noteHead(tenantId: string, sessionId: string, last: number): void {
    const queue = this.queueOf({ tenantId, sessionId });
    if (queue.head === undefined || queue.head < last) queue.head = last;
  }

  private async run(): Promise<void> {
    this.running = true;
    await Promise.resolve();
    while (this.ready.size > 0) {
      const group = [...this.ready];
      this.ready.clear();
      for (const queue of group) queue.busy = true;
      try {
        await this.store(group);
      } catch (error) {
        for (const queue of group) queue.fail(error);
      }
      for (const queue of group) {
        queue.busy = false;
        if (queue.waiting.length > 0) this.ready.add(queue);
      }
    }
    this.running = false;
  }

  private async store(group: readonly SessionQueue[]): Promise<void> {
    const headless = group.filter((queue) => queue.head === undefined);
    if (headless.length > 0) {
      const heads = await this.readHeads(headless.map((queue) => queue.sessionId));
      for (const queue of headless) queue.head = heads.get(queue.sessionId) ?? 0;
    }
    const numbered = group.map(numberFirst);
    for (const row of numbered) {
      const pause = failpoint('append', row.processId);
      if (pause) await pause;
    }
    const duplicates = await this.insert(numbered);
    const repeated: SessionQueue[] = [];
    for (const [index, queue] of group.entries()) {
      const row = numbered[index];
      const indexName = duplicates.get(index);
      if (row === undefined) continue;
      if (indexName === undefined) {
        queue.head = row.last;
        queue.settle(row);
      } else {
        // Someone else was faster, with this very row or with its number.
        queue.head = undefined;
        if (indexName === '_id_') repeated.push(queue);
      }
    }
    if (repeated.length > 0) await this.settleStored(repeated);
    // Whoever lost a number to a rival should not meet it again at once.
    if (duplicates.size > repeated.length) await jitter();
  }

  /** @returns position → index name of each row refused as a duplicate */
  private async insert(rows: readonly SessionEventRow[]): Promise<ReadonlyMap<number, string>> {
    try {
      await this.rows.insertMany([...rows], { ordered: false });
      return NONE;
    } catch (error) {
      return new Map(
        duplicatesOf(error).map(({ index, indexName }: Duplicate) => [index, indexName]),
      );
    }
  }

  private async settleStored(queues: readonly SessionQueue[]): Promise<void> {
    const ids = queues.map((queue) => queue.waiting[0]?.row._id ?? '');
    const stored = await this.rows.find({ _id: { $in: ids } }).toArray();
    const byId = new Map(stored.map((row) => [row._id, row]));
    for (const queue of queues) {
      const row = byId.get(queue.waiting[0]?.row._id ?? '');
      // Not with the majority yet: the next round asks again.
      if (row === undefined || row.tenantId !== queue.tenantId) continue;
      queue.settle(row);
    }
  }

  private queueOf(row: { readonly tenantId: string; readonly sessionId: string }): SessionQueue {
    const known = this.queues.get(row.sessionId);
    if (known !== undefined) return known;
    if (this.queues.size >= REMEMBERED_SESSIONS) this.forgetIdle();
    const queue = new SessionQueue(row.tenantId, row.sessionId);
    this.queues.set(row.sessionId, queue);
    return queue;
  }

  /** Drops the older half of the sessions with nothing under way. */
  private forgetIdle(): void {
    let room = REMEMBERED_SESSIONS / 2;
    for (const [sessionId, queue] of this.queues) {
      if (room === 0) return;
      if (queue.busy || queue.waiting.length > 0) continue;
      this.queues.delete(sessionId);
      room -= 1;
    }
  }
}

const NONE: ReadonlyMap<number, string> = new Map();

function numberFirst(queue: SessionQueue): SessionEventRow {
  const pending = queue.waiting[0];
  if (pending === undefined) throw new TypeError('a queue without rows was ready');
  const head = queue.head ?? 0;
  return { ...pending.row, seq: head + 1, last: head + pending.row.events.length };
}

/** A short, uneven pause. */
function jitter(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * 4));
}
