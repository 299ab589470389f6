import { refusal } from './zod-faults';

/** A page's position as clients carry it: opaque, so that what stands behind it may change. */
export function encodeCursor(position: readonly (string | number)[]): string {
  return Buffer.from(JSON.stringify(position)).toString('base64url');
}

/** The position in a cursor of ours with `parts` parts. @throws DomainError BAD_REQUEST */
export function decodeCursor(cursor: string, parts: number): readonly (string | number)[] {
  let value: unknown;
  try {
    value = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'));
  } catch {
    value = undefined;
  }
  if (!Array.isArray(value) || value.length !== parts || !value.every(isPart))
    throw refusal([{ path: 'cursor', message: 'not a cursor of this list' }], 'query');
  return value;
}

function isPart(value: unknown): value is string | number {
  return typeof value === 'string' || (typeof value === 'number' && Number.isFinite(value));
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
  return { limit: limit + 1, after: String(decodeCursor(cursor, 1)[0]) };
}
