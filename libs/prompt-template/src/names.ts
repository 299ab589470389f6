/** Names of variables and of properties behind a dot. */
const rule = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

/** The ways to what an object inherits; refused everywhere, also as keys of data. */
const inherited: ReadonlySet<string> = new Set(['constructor', 'prototype', '__proto__']);

/** Whether a key leads to what every object inherits. */
export function isInherited(key: string): boolean {
  return inherited.has(key);
}

/** Whether a template may use this name. */
export function isAllowedName(name: string): boolean {
  return rule.test(name) && !isInherited(name);
}
