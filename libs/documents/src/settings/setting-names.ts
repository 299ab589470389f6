import { forbiddenKeys } from '@vance/config';

/** One segment of a setting's key where the catalogue has a `*`. */
const SEGMENT = /^[a-zA-Z][a-zA-Z0-9_-]{0,63}$/;

/** Whether a name of the catalogue stands for many keys. */
export function isPattern(name: string): boolean {
  return name.split('.').includes('*');
}

/** Whether a key is one of those that a pattern stands for: `vance.tools.mcp.*.token`, with any one word for the `*`. */
export function fits(pattern: string, key: string): boolean {
  const wanted = pattern.split('.');
  const given = key.split('.');
  return (
    wanted.length === given.length &&
    wanted.every((segment, index) => fitsSegment(segment, given[index] ?? ''))
  );
}

function fitsSegment(wanted: string, given: string): boolean {
  if (wanted !== '*') return wanted === given;
  return SEGMENT.test(given) && !forbiddenKeys.has(given);
}
