import type { DurableEvent } from '@vance/protocol';

/** One write's events, numbered `seq … last` without gaps. */
export interface EventRow {
  readonly seq: number;
  readonly last: number;
  readonly events: readonly DurableEvent[];
}

/** Rows kept behind a hole; more are dropped, since the database has them all. */
const MAX_WAITING = 256;

/**
 * The order of one session's events as a pure state machine: rows come in any order, any number of times, and
 * leave once, in order, without a gap. A hole holds back what is behind it until someone offers the missing row.
 */
export class FeedOrder {
  private readonly waiting = new Map<number, EventRow>();
  private position: number;

  constructor(
    /** Last number that counts as delivered. */
    cursor: number,
  ) {
    this.position = cursor;
  }

  /** Last number delivered. */
  get cursor(): number {
    return this.position;
  }

  /** True while something waits behind a missing row. */
  get hasHole(): boolean {
    return this.waiting.size > 0;
  }

  /** Takes a row in; answers the rows to deliver now, in order. */
  offer(row: EventRow): readonly EventRow[] {
    if (row.last <= this.position) return [];
    if (row.seq > this.position + 1) {
      if (this.waiting.size < MAX_WAITING) this.waiting.set(row.seq, row);
      return [];
    }
    const ready: EventRow[] = [];
    for (let next: EventRow | undefined = row; next !== undefined; next = this.following()) {
      ready.push(eventsAfter(next, this.position));
      this.position = next.last;
    }
    return ready;
  }

  private following(): EventRow | undefined {
    // Usually nothing waits, or exactly the next row: no walk over the whole map then.
    const next = this.waiting.get(this.position + 1);
    this.waiting.delete(this.position + 1);
    if (next !== undefined) return next;
    for (const [seq, row] of this.waiting) {
      if (row.last > this.position && seq > this.position + 1) continue;
      this.waiting.delete(seq);
      if (row.last > this.position) return row;
    }
    return undefined;
  }
}

/** The part of a row after `cursor`: a client's cursor may stand inside a row. */
export function eventsAfter(row: EventRow, cursor: number): EventRow {
  if (row.seq > cursor) return row;
  return {
    seq: cursor + 1,
    last: row.last,
    events: row.events.filter((event) => event.seq > cursor),
  };
}
