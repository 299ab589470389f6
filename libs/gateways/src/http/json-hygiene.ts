import { badRequest, type FieldError } from '@vance/kernel';

/** Deepest nesting any input may have: far above what a body of ours needs, far below what hurts. */
export const MAX_DEPTH = 32;
const forbiddenKeys = new Set(['__proto__', 'constructor', 'prototype']);

/**
 * The first fault in a parsed JSON value that no schema is asked about: nesting, and keys that could reach a
 * prototype. Walks without recursion, so the input cannot exhaust the stack.
 */
export function findJsonFault(value: unknown): FieldError | null {
  const open: { readonly value: unknown; readonly path: string; readonly depth: number }[] = [];
  if (isContainer(value)) open.push({ value, path: '', depth: 1 });
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    const { path, depth } = next;
    if (depth > MAX_DEPTH) return { path, message: `nested deeper than ${MAX_DEPTH}` };
    for (const [key, child] of Object.entries(next.value as object)) {
      const where = path === '' ? key : `${path}.${key}`;
      if (forbiddenKeys.has(key)) return { path: where, message: 'this key is not allowed' };
      if (isContainer(child)) open.push({ value: child, path: where, depth: depth + 1 });
    }
  }
  return null;
}

function isContainer(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !Buffer.isBuffer(value);
}

/** Parses a JSON body. @throws DomainError BAD_REQUEST that names the fault */
export function parseJson(text: string): unknown {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    throw badRequest('The body is not valid JSON.');
  }
  const fault = findJsonFault(value);
  if (fault) throw badRequest('The body is not acceptable.', [fault]);
  return value;
}
