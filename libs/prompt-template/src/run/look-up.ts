import { isInherited } from '../names';
import { textOf } from './coerce';
import type { Meter } from './meter';
import { isList, isRecord, type Value } from './value';

/** An own property, or undefined: an item or the length of a list or text, an entry of a mapping. */
export function lookUp(target: Value, key: Value, meter: Meter): Value {
  if (target === undefined || target === null) return undefined;
  const name = typeof key === 'number' || typeof key === 'string' ? key : textOf(key, meter);
  if (isRecord(target)) {
    const own = String(name);
    return !isInherited(own) && Object.hasOwn(target, own) ? target[own] : undefined;
  }
  if (!isList(target) && typeof target !== 'string') return undefined;
  if (name === 'length') return target.length;
  return isIndex(name) ? target[Number(name)] : undefined;
}

function isIndex(name: string | number): boolean {
  return typeof name === 'number' ? Number.isInteger(name) : /^(0|[1-9]\d{0,9})$/.test(name);
}
