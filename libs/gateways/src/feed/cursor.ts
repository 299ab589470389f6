import { DomainError } from '@vance/kernel';

/** Where a client's cursor stands against what is kept. */
export type CursorVerdict = 'ok' | 'ahead' | 'expired';

/**
 * @param since the last number the client has
 * @param head the last number there is
 * @param firstKept the first number still stored
 */
export function judgeCursor(since: number, head: number, firstKept: number): CursorVerdict {
  if (since > head) return 'ahead';
  return since < head && since + 1 < firstKept ? 'expired' : 'ok';
}

/** The refusal of a cursor from the future. */
export function cursorAhead(since: number, lastSeq: number): DomainError {
  return new DomainError('CURSOR_AHEAD', 'The cursor is above the last event.', {
    status: 409,
    data: { since, lastSeq },
  });
}

/** The refusal of a cursor older than what is kept, where there is no snapshot to answer with. */
export function cursorExpired(since: number, firstKept: number): DomainError {
  return new DomainError('CURSOR_EXPIRED', 'Events after this cursor are no longer kept.', {
    status: 410,
    data: { since, firstKept },
  });
}
