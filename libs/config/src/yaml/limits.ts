/** What a YAML text may cost us (4.6). */
export const yamlLimits = { bytes: 262_144, depth: 32, aliases: 20, nodes: 20_000 } as const;

/** Keys that reach an object's prototype, refused wherever keys come from outside (4.5). */
export const forbiddenKeys: ReadonlySet<string> = new Set([
  '__proto__',
  'constructor',
  'prototype',
]);
