import { compare, joined, numberOf, sizeOf, textOf } from './coerce';
import { lookUp } from './look-up';
import type { Meter } from './meter';
import type { Apply } from './text-filters';
import { isList, isRecord, itemsOf, lengthOf, type Value } from './value';

function paidItems(value: Value, meter: Meter): readonly Value[] {
  if (typeof value === 'string') meter.apart(value);
  const items = itemsOf(value);
  meter.pay(items.length);
  return items;
}

export const fallback: Apply = (input, [other, alsoFalsy]) => {
  if (alsoFalsy) return input || other;
  return input === undefined ? other : input;
};

export const join: Apply = (input, [between, property], meter) => {
  const separator = between ? textOf(between, meter) : '';
  if (property) {
    const name = textOf(property, meter);
    const values = paidItems(input, meter).map((item) => {
      if (item === null || item === undefined) return meter.wrong('join by a property of nothing');
      return lookUp(item, name, meter);
    });
    return joined(values, separator, meter);
  }
  return isList(input) ? joined(input, separator, meter) : meter.wrong('join works on a list');
};

export const length: Apply = (input) => {
  if (input === null || input === undefined || input === false) return 0;
  if (isRecord(input)) return Object.keys(input).length;
  return isList(input) || typeof input === 'string' ? input.length : undefined;
};

export const first: Apply = (input, _, meter) => end(input, 0, meter);
export const last: Apply = (input, _, meter) =>
  end(input, (lengthOf(input) ?? Number.NaN) - 1, meter);

function end(input: Value, index: number, meter: Meter): Value {
  if (input === null || input === undefined) return meter.wrong('first and last work on a list');
  return lookUp(input, index, meter);
}

export const reverse: Apply = (input, _, meter) => {
  const reversed = [...paidItems(input, meter)].reverse();
  return typeof input === 'string' ? reversed.join('') : reversed;
};

export const sort: Apply = (input, [descending, caseSensitive, property], meter) => {
  const path = typeof property === 'string' && property ? property.split('.') : undefined;
  const byProperty = path ?? (property ? [textOf(property, meter)] : []);
  const keyOf = (item: Value): Value => {
    const found = byProperty.reduce<Value>((at, step) => ownProperty(at, step, meter), item);
    meter.pay(sizeOf(found));
    return found;
  };
  const direction = descending ? -1 : 1;
  return [...paidItems(input, meter)].sort((a, b) => {
    const keys = [keyOf(a), keyOf(b)];
    const bothTexts = keys.every((key) => typeof key === 'string');
    const [left, right] = bothTexts && !caseSensitive ? keys.map(lowerCased) : keys;
    if (compare('<', left, right, meter)) return -direction;
    return compare('>', left, right, meter) ? direction : 0;
  });
};

function lowerCased(value: Value): Value {
  return typeof value === 'string' ? value.toLowerCase() : value;
}

function ownProperty(value: Value, key: string, meter: Meter): Value {
  if (value === null || value === undefined) return meter.wrong('sort by a property of nothing');
  return lookUp(value, key, meter);
}

/** A number rounded to some digits. */
export const round: Apply = (input, [digits, method], meter) => {
  const factor = 10 ** numberOf(digits || 0, meter);
  const scaled = numberOf(input, meter) * factor;
  if (method === 'ceil') return Math.ceil(scaled) / factor;
  return (method === 'floor' ? Math.floor(scaled) : Math.round(scaled)) / factor;
};
