import { dump } from 'js-yaml';

/** A value as YAML text, as people would write it: what `parseYaml` reads back the same. */
export function toYaml(value: unknown): string {
  return dump(value, { lineWidth: 120, noRefs: true });
}
