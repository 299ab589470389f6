import { isInherited } from '../names';
import { LIMITS } from '../limits';

/** Every value a template can meet: JSON, and `undefined` for what is not there. */
export type Value = undefined | null | boolean | number | string | readonly Value[] | ValueRecord;

/** A mapping without a prototype: nothing is inherited, so nothing can be reached. */
export interface ValueRecord {
  readonly [key: string]: Value;
}

/** Whether a value is a list. */
export function isList(value: Value): value is readonly Value[] {
  return Array.isArray(value);
}

/** Whether a value is a mapping. */
export function isRecord(value: Value): value is ValueRecord {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** How long nunjucks takes a value for: a list, a text, or a mapping that says so itself, like `loop`. */
export function lengthOf(value: Value): number | undefined {
  if (typeof value === 'string' || isList(value)) return value.length;
  const own = isRecord(value) ? value.length : undefined;
  return typeof own === 'number' ? own : undefined;
}

/** What nunjucks walks over: a list's items, a text's UTF-16 units, what a mapping with a length has under numbers. */
export function itemsOf(value: Value): readonly Value[] {
  if (isList(value)) return value;
  if (typeof value === 'string') return value.split('');
  if (!isRecord(value)) return [];
  // More than there is fuel for is never reached.
  const length = Math.min(Math.ceil(lengthOf(value) ?? 0) || 0, LIMITS.fuel + 1);
  return Array.from({ length: Math.max(length, 0) }, (_, index) => value[String(index)]);
}

/** A mapping of ours with these entries. */
function recordOf(entries: Iterable<readonly [string, Value]>): ValueRecord {
  const record: Record<string, Value> = Object.create(null);
  for (const [key, value] of entries) record[key] = value;
  return record;
}

/** A context that a template may not have: too deep, cyclic or too large. */
export class ContextTooLarge extends Error {}

/**
 * A deep copy of what is given to a template. Functions, symbols and keys that lead to what objects inherit
 * are left out; getters of plain objects are read once, here.
 * @throws ContextTooLarge
 */
export function copyContext(context: Readonly<Record<string, unknown>>): ValueRecord {
  const budget = { values: 0 };
  const copied = copyValue(context, 0, budget);
  return isRecord(copied) ? copied : recordOf([]);
}

function copyValue(value: unknown, depth: number, budget: { values: number }): Value {
  switch (typeof value) {
    case 'string':
    case 'boolean':
    case 'number':
      return value;
    case 'object':
      if (value === null) return null;
      break;
    default:
      return undefined;
  }
  if (depth > LIMITS.depth) throw new ContextTooLarge('the context is nested too deeply');
  budget.values += 1;
  const children = Array.isArray(value) ? value.length : Object.keys(value).length;
  budget.values += children;
  if (budget.values > LIMITS.contextValues) throw new ContextTooLarge('the context is too large');
  if (Array.isArray(value)) return value.map((item) => copyValue(item, depth + 1, budget));
  const copy: Record<string, Value> = Object.create(null);
  for (const [key, item] of Object.entries(value))
    if (!isInherited(key)) copy[key] = copyValue(item, depth + 1, budget);
  return copy;
}
