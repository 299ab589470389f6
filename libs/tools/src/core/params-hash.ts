import { createHash } from 'node:crypto';
import { MAX_JSON_DEPTH } from './json-depth';

/** SHA-256, hex, of a call's arguments as canonical JSON (keys sorted); of the bare text when it is no JSON. */
export function paramsHash(rawArguments: string): string {
  return createHash('sha256').update(canonicalText(rawArguments)).digest('hex');
}

function canonicalText(raw: string): string {
  if (raw.trim() === '' || raw === '{}') return '{}';
  try {
    return canonicalJson(JSON.parse(raw), 0);
  } catch {
    return raw;
  }
}

function canonicalJson(value: unknown, depth: number): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (depth > MAX_JSON_DEPTH) throw new RangeError('nested too deep');
  if (Array.isArray(value)) {
    return `[${value.map((item) => canonicalJson(item, depth + 1)).join(',')}]`;
  }
  const entries = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1));
  return `{${entries.map(([key, item]) => `${JSON.stringify(key)}:${canonicalJson(item, depth + 1)}`).join(',')}}`;
}
