import type { DomainError } from '@vance/kernel';
import { refusal } from './zod-faults';

/** A page's position as clients carry it: opaque, so that what stands behind it may change. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** Where a page of a list in order of numbers ended. @throws DomainError BAD_REQUEST */
export function numberIn(cursor: string): number {
  const [place, ...more] = positionIn(cursor);
  if (Number.isSafeInteger(place) && more.length === 0) return Number(place);
  throw notOfThisList();
}

/** Where a page of a list in order of time ended: a moment, and which of that moment. @throws DomainError BAD_REQUEST */
export function momentIn(cursor: string): { readonly at: Date; readonly id: string } {
  const [ms, id, ...more] = positionIn(cursor);
  const at = new Date(typeof ms === 'number' ? ms : NaN);
  if (Number.isNaN(at.getTime()) || typeof id !== 'string' || more.length > 0)
    throw notOfThisList();
  return { at, id };
}

function nameIn(cursor: string): string {
  const [name, ...more] = positionIn(cursor);
  if (typeof name === 'string' && more.length === 0) return name;
  throw notOfThisList();
}

function positionIn(cursor: string): readonly unknown[] {
  try {
    const value: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
    return Array.isArray(value) ? value : [];
  } catch {
    return [];
  }
}

function notOfThisList(): DomainError {
  return refusal([{ path: 'cursor', message: 'not a cursor of this list' }], 'query');
}

/** A page of a list that was read with `limit + 1` rows: the surplus row only tells that more follows. */
export function pageFrom<T>(
  rows: readonly T[],
  limit: number,
  positionOf: (row: T) => readonly (string | number)[],
): { items: T[]; cursor?: string } {
  const items = rows.slice(0, limit);
  const last = items.at(-1);
  if (rows.length <= limit || last === undefined) return { items };
  return { items, cursor: encodeCursor(positionOf(last)) };
}

/** The query of a list in order of names, with the surplus row that `pageFrom` looks at. */
export function namePage({ limit, cursor }: { readonly limit: number; readonly cursor?: string }): {
  readonly limit: number;
  readonly after?: string;
} {
  if (cursor === undefined) return { limit: limit + 1 };
  return { limit: limit + 1, after: nameIn(cursor) };
}
