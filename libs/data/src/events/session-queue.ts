import type { SessionEventRow, UnnumberedRow } from './session-event';

/** A row that waits for its number. */
export interface PendingRow {
  readonly row: UnnumberedRow;
  resolve(row: SessionEventRow): void;
  reject(error: unknown): void;
}

/**
 * The rows of one session that wait here, in order. At most the first is in a bulk, so a row never
 * overtakes an earlier one of the same process.
 */
export class SessionQueue {
  readonly waiting: PendingRow[] = [];
  /** Last number this process has seen stored; unknown after an error. Too low costs a try, too high would be a gap. */
  head: number | undefined;
  busy = false;

  constructor(
    readonly tenantId: string,
    readonly sessionId: string,
  ) {}

  /** Ends the first row's wait. */
  settle(stored: SessionEventRow): void {
    this.waiting.shift()?.resolve(stored);
  }

  /** An unknown outcome: later rows must not pass the first, so all are given up; their outboxes keep them. */
  fail(error: unknown): void {
    this.head = undefined;
    for (const pending of this.waiting.splice(0)) pending.reject(error);
  }
}
