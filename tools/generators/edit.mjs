// What the generators share: editing a list in a source file, and making what they wrote look like the rest.
import { execFileSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../house/projects.mjs';

/** Changes a file; a form that the change does not know is said, not guessed at. */
export function edit(path, what, change) {
  const whole = join(root, path);
  const before = readFileSync(whole, 'utf8');
  const after = change(before);
  if (after === before) throw new Error(`${path} has changed its form; add ${what} by hand`);
  writeFileSync(whole, after);
}

/** Formats what was written. */
export function format(paths) {
  const prettier = join(root, 'node_modules/.bin/prettier');
  const files = paths.map((path) => join(root, path));
  execFileSync(prettier, ['--write', '--log-level', 'warn', ...files], { stdio: 'inherit' });
}

/** `plan-decide` and `weather_read` as `PlanDecide` and `WeatherRead`. */
export function pascal(name) {
  return name.replace(/(^|[-_])([a-z0-9])/g, (_, __, letter) => letter.toUpperCase());
}
