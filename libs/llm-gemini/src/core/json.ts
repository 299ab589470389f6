import { wellFormed } from '@vance/kernel';
import { asRecord } from '@vance/llm';

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
