// Scenarios of the acceptance suite that are known to fail: apps/e2e/acceptance-pending.json,
// a list of { file, scenario, reason }.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './projects.mjs';

/** The list; throws when an entry lacks its reason. */
export function readPending(path = join(root, 'apps/e2e/acceptance-pending.json')) {
  const list = JSON.parse(readFileSync(path, 'utf8'));
  for (const entry of list) {
    if (entry.file && entry.scenario && entry.reason) continue;
    throw new Error(`${path}: an entry needs file, scenario and reason: ${JSON.stringify(entry)}`);
  }
  return list;
}

/**
 * Sorts a run's outcome by the list. `uncounted` are failures without a scenario, such as processes
 * that outlived the end.
 */
export function judge({ passed, failed }, closing, list) {
  const reasonOf = new Map(list.map((entry) => [entry.scenario, entry.reason]));
  const expected = failed.filter((name) => reasonOf.has(name));
  const uncounted = closing ? Math.max(0, closing.failed - failed.length) : 1;
  return {
    passed: closing?.passed ?? passed.length,
    failed: failed.length - expected.length + uncounted,
    skipped: expected.length,
    expected: expected.map((name) => `${name}: ${reasonOf.get(name)}`),
    surprises: passed.filter((name) => reasonOf.has(name)),
    unknown: list
      .filter(({ scenario }) => !passed.includes(scenario) && !failed.includes(scenario))
      .map(({ file, scenario }) => `${file}: ${scenario}`),
  };
}
