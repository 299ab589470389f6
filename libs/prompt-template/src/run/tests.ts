import { textOf, compare, sizeOf } from './coerce';
import type { Meter } from './meter';
import { isList, isRecord, type Value } from './value';

interface Test {
  /** How many arguments it takes. */
  readonly takes: 0 | 1;
  readonly holds: (value: Value, argument: Value, meter: Meter) => boolean;
}

type Holds = Test['holds'];
const plain = (holds: Holds): Test => ({ takes: 0, holds });
const against = (holds: Holds): Test => ({ takes: 1, holds });
const remainder = (value: Value, by: Value, meter: Meter): number =>
  Number(isList(value) || isRecord(value) ? textOf(value, meter) : value) % Number(by);

const equal = against((value, other) => value === other);
const less = against((value, other, meter) => compare('<', value, other, meter));
const atMost = against((value, other, meter) => compare('<=', value, other, meter));
const greater = against((value, other, meter) => compare('>', value, other, meter));
const atLeast = against((value, other, meter) => compare('>=', value, other, meter));

/** Every test there is: nunjucks' own, without those that look into functions. */
export const tests = {
  defined: plain((value) => value !== undefined),
  undefined: plain((value) => value === undefined),
  /** Also written `none`. */
  null: plain((value) => value === null),
  string: plain((value) => typeof value === 'string'),
  number: plain((value) => typeof value === 'number'),
  mapping: plain(isRecord),
  truthy: plain((value) => Boolean(value)),
  falsy: plain((value) => !value),
  lower: plain((value, _, meter) => text(value, meter).toLowerCase() === value),
  upper: plain((value, _, meter) => text(value, meter).toUpperCase() === value),
  odd: plain((value, _, meter) => remainder(value, 2, meter) === 1),
  even: plain((value, _, meter) => remainder(value, 2, meter) === 0),
  divisibleby: against((value, by, meter) => {
    if (typeof by !== 'number') return meter.wrong('divisibleby takes a number');
    return remainder(value, by, meter) === 0;
  }),
  equalto: equal,
  eq: equal,
  sameas: equal,
  ne: against((value, other) => value !== other),
  lessthan: less,
  lt: less,
  le: atMost,
  greaterthan: greater,
  gt: greater,
  ge: atLeast,
} as const satisfies Readonly<Record<string, Test>>;

export type TestName = keyof typeof tests;
export const testNames: readonly string[] = Object.keys(tests);

/** Whether a name is one of the tests. */
export function isTestName(name: string): name is TestName {
  return Object.hasOwn(tests, name);
}

function text(value: Value, meter: Meter): string {
  meter.pay(sizeOf(value));
  return typeof value === 'string' ? value : meter.wrong('lower and upper test a text');
}
