/*
 * What servers answer is parsed JSON of strangers: each value is narrowed where it is read.
 */

/** An object, or undefined for anything else. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A list; anything else is an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

/** A text; anything else is an empty one. */
export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** A number that counts something, or undefined for anything else. */
export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}
