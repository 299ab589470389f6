/** What one model setting may lead to: far more than anyone writes by hand, and little to work through. */
export const settingLimits = {
  /** Aliases that name one another, in a row. */
  depth: 8,
  /** Models it stands for. */
  models: 16,
  /** Names read on the way, aliases included. */
  names: 64,
} as const;

/** What a model setting stands for. */
export interface ExpandedSetting {
  /** Names that are no aliases, in fallback order, each once. */
  readonly names: readonly string[];
  /** Why it should not have been saved, in words; what it stands for is then incomplete. */
  readonly fault?: string;
}

/**
 * Follows the aliases of a model setting. Each is followed once and all within `settingLimits`, so that no
 * table of aliases, however it got in, can keep a process busy.
 */
export function expandSetting(
  spec: string,
  aliasOf: (name: string) => string | undefined,
): ExpandedSetting {
  const names = new Set<string>();
  const followed = new Set<string>();
  let left: number = settingLimits.names;
  let fault: string | undefined;

  /** @returns whether there is more to follow */
  function follow(setting: string, trail: readonly string[]): boolean {
    for (const part of setting.split(',')) {
      const name = part.trim();
      if (name === '') continue;
      left -= 1;
      if (left < 0) return stop(`goes through more than ${settingLimits.names} names`);
      const target = aliasOf(name);
      if (target === undefined) {
        if (names.size === settingLimits.models && !names.has(name))
          return stop(`stands for more than ${settingLimits.models} models`);
        names.add(name);
      } else if (trail.includes(name)) {
        const circle = [...trail.slice(trail.indexOf(name)), name];
        fault ??= `goes round in a circle: ${circle.join(' → ')}`;
      } else if (trail.length === settingLimits.depth) {
        fault ??= `goes through more than ${settingLimits.depth} aliases in a row`;
      } else if (!followed.has(name)) {
        followed.add(name);
        if (!follow(target, [...trail, name])) return false;
      }
    }
    return true;
  }
  function stop(why: string): false {
    fault ??= why;
    return false;
  }

  follow(spec, []);
  if (names.size === 0) fault ??= 'names no model';
  return { names: [...names], ...(fault === undefined ? {} : { fault }) };
}
