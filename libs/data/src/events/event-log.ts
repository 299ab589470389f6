import type { Collection } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { ReadBatch } from '../batching/read-batch';
import { SessionAppender } from './session-appender';
import type { SessionEventRow, UnnumberedRow } from './session-event';
import { sessionEventSchema } from './session-event.schema';

/** How long events are kept (2.3). */
export const EVENT_RETENTION_DAYS = 30;

/** More than one write ever tells: how far below a cursor the row that holds it may begin. */
const MAX_EVENTS_OF_ROW = 512;

/** A session's numbered events: append, head, replay. */
export class EventLog {
  private readonly rows: Collection<SessionEventRow>;
  private readonly appender: SessionAppender;
  private readonly stored: ReadBatch<SessionEventRow>;

  constructor(database: Database) {
    this.rows = database.collection('session_events', sessionEventSchema);
    this.appender = new SessionAppender(this.rows, (ids) => this.readHeads(ids));
    this.stored = new ReadBatch(async (ids) => {
      const rows = await this.rows.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(rows.map((row) => [row._id, row]));
    });
  }

  /** Numbers and stores a row, once: the same id again gives the stored row. */
  append(row: UnnumberedRow): Promise<SessionEventRow> {
    return this.appender.append(row);
  }

  /** A session that was made just now has no events: its first append need not look. */
  noteNew(scope: TenantScope, sessionId: string): void {
    this.appender.noteHead(scope.tenantId, sessionId, 0);
  }

  /** Stored rows by outbox entry. */
  async rowsOf(
    scope: TenantScope,
    entryIds: readonly string[],
  ): Promise<ReadonlyMap<string, SessionEventRow>> {
    const found = await Promise.all(entryIds.map((id) => this.stored.get(id)));
    const rows = found
      .filter((row) => row?.tenantId === scope.tenantId)
      .filter((row) => row !== null);
    for (const row of rows) this.appender.noteHead(row.tenantId, row.sessionId, row.last);
    return new Map(rows.map((row) => [row._id, row]));
  }

  /** The session's last number, 0 before its first event. */
  async head(scope: TenantScope, sessionId: string): Promise<number> {
    const newest = await this.rows.findOne(
      { tenantId: scope.tenantId, sessionId },
      { sort: { seq: -1 }, projection: { last: 1 } },
    );
    return newest?.last ?? 0;
  }

  /** Last numbers of many sessions in one query, for a brain's feeds of any tenant; 0 where there is no event. */
  heads(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    return this.readHeads(sessionIds);
  }

  /**
   * Rows with events above `since`, in order. The first may begin at or below `since`.
   * @param limit rows, not events
   */
  async range(
    scope: TenantScope,
    sessionId: string,
    since: number,
    limit: number,
  ): Promise<readonly SessionEventRow[]> {
    return this.rows
      .find({
        tenantId: scope.tenantId,
        sessionId,
        seq: { $gt: since - MAX_EVENTS_OF_ROW },
        last: { $gt: since },
      })
      .sort({ seq: 1 })
      .limit(limit)
      .toArray();
  }

  /** First number still kept; `head + 1` when nothing is. A cursor below it less one is too old. */
  async firstKept(scope: TenantScope, sessionId: string): Promise<number> {
    const oldest = await this.rows.findOne(
      { tenantId: scope.tenantId, sessionId },
      { sort: { seq: 1 }, projection: { seq: 1 } },
    );
    return oldest?.seq ?? 1;
  }

  /**
   * Removes rows older than the retention, of every tenant, never a session's newest row: it holds the head.
   * @returns how many went
   */
  async expire(before: Date): Promise<number> {
    const old = this.rows
      .find({ at: { $lt: before } })
      .sort({ at: 1 })
      .project<OldRow>({ sessionId: 1, last: 1 });
    let gone = 0;
    let batch: OldRow[] = [];
    for await (const row of old) {
      batch.push(row);
      if (batch.length < EXPIRY_BATCH) continue;
      gone += await this.remove(batch);
      batch = [];
    }
    return gone + (await this.remove(batch));
  }

  private async remove(batch: readonly OldRow[]): Promise<number> {
    const heads = await this.readHeads([...new Set(batch.map((row) => row.sessionId))]);
    const ids = batch.filter((row) => row.last < (heads.get(row.sessionId) ?? 0)).map(idOf);
    if (ids.length === 0) return 0;
    return (await this.rows.deleteMany({ _id: { $in: ids } })).deletedCount;
  }

  private async readHeads(sessionIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
    const [only] = sessionIds;
    if (only === undefined) return new Map();
    if (sessionIds.length === 1) {
      const newest = await this.rows.findOne(
        { sessionId: only },
        { sort: { seq: -1 }, projection: { last: 1 } },
      );
      return new Map([[only, newest?.last ?? 0]]);
    }
    const heads = await this.rows
      .aggregate<{ _id: string; last: number }>([
        { $match: { sessionId: { $in: [...sessionIds] } } },
        { $sort: { sessionId: -1, seq: -1 } },
        { $group: { _id: '$sessionId', last: { $first: '$last' } } },
      ])
      .toArray();
    return new Map(heads.map(({ _id, last }) => [_id, last]));
  }
}

const EXPIRY_BATCH = 500;

interface OldRow {
  readonly _id: string;
  readonly sessionId: string;
  readonly last: number;
}

const idOf = (row: OldRow): string => row._id;
