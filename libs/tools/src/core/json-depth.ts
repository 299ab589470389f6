/** Deepest nesting of arguments and stored values; a model has no use for more. */
export const MAX_JSON_DEPTH = 64;

const FORBIDDEN_KEYS = new Set(['__proto__', 'constructor', 'prototype']);

/** Why a parsed JSON value is refused whatever its schema says, or undefined. `path` is where. */
export function jsonFault(value: unknown, path = '', depth = 0): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  if (depth >= MAX_JSON_DEPTH)
    return `${path || 'arguments'}: nested deeper than ${MAX_JSON_DEPTH}`;
  for (const [key, child] of Object.entries(value)) {
    const at = path === '' ? key : `${path}.${key}`;
    if (!Array.isArray(value) && FORBIDDEN_KEYS.has(key)) return `${at}: this key is not allowed`;
    const fault = jsonFault(child, at, depth + 1);
    if (fault !== undefined) return fault;
  }
  return undefined;
}
