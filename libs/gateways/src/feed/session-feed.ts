import type { TenantScope } from '@vance/kernel';
import type { PassingEvent } from '@vance/protocol';
import { type Realtime, sessionChannel, type Unsubscribe } from '@vance/realtime';
import { eventsAfter, FeedOrder, type EventRow } from './feed-order';
import { parseSessionMessage } from './session-message';

/** Reads a session's rows. Majority reads: what was announced is found. */
export interface RowReader {
  /** Number of the last event, 0 when there is none. */
  head(scope: TenantScope, sessionId: string): Promise<number>;
  /** Rows with events above `seq`, in order, at most `limit`. */
  rowsAfter(
    scope: TenantScope,
    sessionId: string,
    seq: number,
    limit: number,
  ): Promise<readonly EventRow[]>;
}

/** Somebody who is shown a feed. */
export interface FeedListener {
  row(row: EventRow): void;
  passing?(event: PassingEvent): void;
}

/** What a feed works with. */
export interface FeedParts {
  readonly realtime: Realtime;
  readonly rows: RowReader;
  /** Told of a read that failed; the next comparison tries again. */
  readonly onFault: (error: unknown) => void;
}

/** A late row is often under way: asked for only after this long. */
const HOLE_PATIENCE_MS = 50;
const PAGE = 200;

/**
 * The live events of one session on this server, in order, without gap or repeat: subscribe, then read the head, then
 * deliver. What publishing loses is read from the database.
 */
export class SessionFeed {
  private readonly listeners = new Set<FeedListener>();
  private order: FeedOrder | undefined;
  private early: EventRow[] = [];
  private unsubscribe: Unsubscribe | undefined;
  private holeTimer: NodeJS.Timeout | undefined;
  private reading: Promise<void> | undefined;
  private closed = false;
  /** Nobody has asked it to catch up since its head was read. */
  private isNew = true;

  private constructor(
    readonly scope: TenantScope,
    readonly sessionId: string,
    private readonly parts: FeedParts,
  ) {}

  /** @param head where it is known; else it is read */
  static async open(
    scope: TenantScope,
    sessionId: string,
    parts: FeedParts,
    head?: number,
  ): Promise<SessionFeed> {
    const feed = new SessionFeed(scope, sessionId, parts);
    const { realtime, rows } = parts;
    feed.unsubscribe = await realtime.subscribe(sessionChannel(sessionId), (text) =>
      feed.hear(text),
    );
    try {
      feed.order = new FeedOrder(head ?? (await rows.head(scope, sessionId)));
    } catch (error) {
      await feed.close();
      throw error;
    }
    const { early } = feed;
    feed.early = [];
    for (const row of early) feed.offer(row);
    return feed;
  }

  /** Last number shown to the listeners. */
  get cursor(): number {
    return this.order?.cursor ?? 0;
  }

  /** Shows everything from now on to `listener`; the answer ends it. */
  attach(listener: FeedListener): () => void {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  }

  /** Brings the feed up to `head` (or the database's head) by reading what it has not seen. */
  async catchUp(head?: number): Promise<void> {
    const justRead = this.isNew;
    this.isNew = false;
    if (justRead && head === undefined) return;
    const target = head ?? (await this.parts.rows.head(this.scope, this.sessionId));
    while (!this.closed && this.cursor < target) {
      const before = this.cursor;
      this.reading ??= this.readOn().finally(() => (this.reading = undefined));
      await this.reading;
      if (this.cursor === before) return;
    }
  }

  /** Rows with events above `since` up to `until`, cut to exactly those. */
  async replay(since: number, until: number): Promise<readonly EventRow[]> {
    const found: EventRow[] = [];
    for (let from = since; from < until;) {
      const page = await this.parts.rows.rowsAfter(this.scope, this.sessionId, from, PAGE);
      for (const row of page) {
        if (row.seq > until) return found;
        found.push(eventsAfter(row, from));
        from = row.last;
      }
      if (page.length === 0) return found;
    }
    return found;
  }

  async close(): Promise<void> {
    this.closed = true;
    this.listeners.clear();
    clearTimeout(this.holeTimer);
    await this.unsubscribe?.();
  }

  private hear(text: string): void {
    const message = parseSessionMessage(text);
    if (message === null || this.closed) return;
    if (message.kind === 'row') {
      if (this.order) this.offer(message);
      else this.early.push(message);
      return;
    }
    for (const listener of this.listeners) listener.passing?.(message.event);
  }

  private offer(row: EventRow): void {
    if (!this.order) return;
    for (const ready of this.order.offer(row))
      for (const listener of this.listeners) listener.row(ready);
    if (!this.order.hasHole) {
      clearTimeout(this.holeTimer);
      this.holeTimer = undefined;
      return;
    }
    this.holeTimer ??= setTimeout(() => {
      this.holeTimer = undefined;
      this.catchUp().catch(this.parts.onFault);
    }, HOLE_PATIENCE_MS).unref();
  }

  private async readOn(): Promise<void> {
    const page = await this.parts.rows.rowsAfter(this.scope, this.sessionId, this.cursor, PAGE);
    if (!this.closed) for (const row of page) this.offer(row);
  }
}
