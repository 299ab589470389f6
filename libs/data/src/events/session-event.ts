import type { DurableEvent, EventDraft } from '@vance/protocol';

/** One row of `session_events`: what one write to one process told the session. */
export interface SessionEventRow {
  /** The outbox entry's id: a second projection meets it. */
  readonly _id: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly processId: string;
  readonly processName: string;
  readonly at: Date;
  /** Number of the first event. */
  readonly seq: number;
  /** Number of the last event. */
  readonly last: number;
  readonly events: readonly EventDraft[];
}

/** A row before the session has numbered it. Never without events. */
export type UnnumberedRow = Omit<SessionEventRow, 'seq' | 'last'>;

/** The row's events as clients get them. */
export function durableEvents(row: SessionEventRow): DurableEvent[] {
  const at = row.at.toISOString();
  return row.events.map((event, index) => ({
    seq: row.seq + index,
    eventId: `${row._id}.${index}`,
    at,
    sessionId: row.sessionId,
    processId: row.processId,
    processName: row.processName,
    ...event,
  }));
}
