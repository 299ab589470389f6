/** Marks the end of an exhaustive switch: a new union member fails the build here, a forged value at run time. */
export function assertNever(value: never, what = 'value'): never {
  throw new TypeError(`unexpected ${what}: ${JSON.stringify(value)}`);
}
