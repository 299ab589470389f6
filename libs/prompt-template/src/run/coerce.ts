import type { CompareOperator } from '../template';
import type { Meter } from './meter';
import { isList, isRecord, type Value } from './value';

type Primitive = undefined | null | boolean | number | string;

/** JavaScript's text of a value where it becomes part of one: `undefined` and `null` are words. */
export function textOf(value: Value, meter: Meter): string {
  if (typeof value === 'string') return value;
  if (isList(value)) return joined(value, ',', meter);
  return isRecord(value) ? '[object Object]' : String(value);
}

/** The text of a value as it is put out, or joined: nothing is empty. */
export function shownText(value: Value, meter: Meter): string {
  return value === undefined || value === null ? '' : textOf(value, meter);
}

/** Items in a row with a text between them. */
export function joined(items: readonly Value[], between: string, meter: Meter): string {
  meter.enter();
  let text = '';
  for (let index = 0; index < items.length; index += 1) {
    const next = shownText(items[index], meter);
    meter.fits(text.length + between.length + next.length);
    meter.pay(between.length + next.length);
    text += index === 0 ? next : between + next;
  }
  meter.leave();
  return text;
}

function primitiveOf(value: Value, meter: Meter): Primitive {
  return typeof value === 'object' && value !== null ? textOf(value, meter) : value;
}

/** The number that JavaScript makes of a value. */
export function numberOf(value: Value, meter: Meter): number {
  const primitive = primitiveOf(value, meter);
  if (typeof primitive === 'string') meter.pay(primitive.length);
  return Number(primitive);
}

/** `+` of JavaScript: a sum of numbers, else one text after the other. */
export function add(left: Value, right: Value, meter: Meter): Value {
  const [a, b] = [primitiveOf(left, meter), primitiveOf(right, meter)];
  if (typeof a !== 'string' && typeof b !== 'string') return Number(a) + Number(b);
  return concat(a, b, meter);
}

/** `~`: one text after the other. */
export function concat(left: Value, right: Value, meter: Meter): string {
  return meter.text(textOf(left, meter) + textOf(right, meter));
}

/** `==` of JavaScript: lists and mappings are equal to themselves, and by their text to a primitive. */
function looselyEqual(left: Value, right: Value, meter: Meter): boolean {
  const objects = [left, right].filter((one) => isList(one) || isRecord(one)).length;
  if (objects === 2) return left === right;
  if (objects === 1 && (left ?? right) === undefined) return false;
  if (objects === 1 && [left, right].some((one) => one === null || one === undefined)) return false;
  const [a, b] = [primitiveOf(left, meter), primitiveOf(right, meter)];
  // Different types are compared as JavaScript does it; templates are written for that.
  return a == b; // eslint-disable-line eqeqeq
}

/** A comparison as JavaScript makes it. */
export function compare(
  operator: CompareOperator,
  left: Value,
  right: Value,
  meter: Meter,
): boolean {
  meter.pay(sizeOf(left) + sizeOf(right));
  switch (operator) {
    case '===':
      return left === right;
    case '!==':
      return left !== right;
    case '==':
      return looselyEqual(left, right, meter);
    case '!=':
      return !looselyEqual(left, right, meter);
    case '<':
      return isLess(left, right, meter);
    case '>':
      return isLess(right, left, meter);
    case '<=':
      return isAtMost(left, right, meter);
    case '>=':
      return isAtMost(right, left, meter);
  }
}

function isLess(left: Value, right: Value, meter: Meter): boolean {
  const [a, b] = [primitiveOf(left, meter), primitiveOf(right, meter)];
  return typeof a === 'string' && typeof b === 'string' ? a < b : Number(a) < Number(b);
}

function isAtMost(left: Value, right: Value, meter: Meter): boolean {
  const [a, b] = [primitiveOf(left, meter), primitiveOf(right, meter)];
  return typeof a === 'string' && typeof b === 'string' ? a <= b : Number(a) <= Number(b);
}

/** What handling a value costs: its characters or items. */
export function sizeOf(value: Value): number {
  return typeof value === 'string' || isList(value) ? value.length : 0;
}

/** `in`: an item of a list, a piece of a text, a key of a mapping. */
export function isWithin(item: Value, within: Value, meter: Meter): boolean {
  meter.pay(sizeOf(within));
  if (isList(within)) return within.indexOf(item) !== -1;
  if (typeof within === 'string') {
    const piece = textOf(item, meter);
    meter.pay(piece.length);
    return within.indexOf(piece) !== -1;
  }
  if (isRecord(within)) return Object.hasOwn(within, textOf(item, meter));
  return meter.wrong('"in" looks into a list, a text or a mapping');
}
