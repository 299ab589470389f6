import { wellFormed } from '@vance/kernel';

/** Narrows a parsed JSON value to an object. */
export function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

/** A parsed JSON value as a list; anything else is an empty one. */
export function asList(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function asText(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

export function asCount(value: unknown): number | undefined {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : undefined;
}

const repaired = (_key: string, value: unknown): unknown =>
  typeof value === 'string' ? wellFormed(value) : value;

/** A value as JSON text without lone surrogates, also where they would stand as escapes. */
export function jsonOf(value: unknown): string {
  return wellFormed(JSON.stringify(value, repaired));
}

/** The object a JSON text stands for, without lone surrogates; undefined for anything else. */
export function objectOf(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(wellFormed(text), repaired);
    return asRecord(value);
  } catch {
    return undefined;
  }
}
