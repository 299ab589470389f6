import { isNamedIn, rowsNamingTests } from './named-tests.mjs';

const rows = rowsNamingTests('docs/threat-model.md');
const tests = rows.flatMap(({ id, tests: named }) =>
  named.map((test) => ({ threat: id, ...test })),
);
/** The list of attacks, and the rules for tools in plan mode. */
const LISTED = [
  ...Array.from({ length: 23 }, (_, n) => `${n + 1}`),
  ...['R1', 'R2', 'R3', 'R4', 'R5', 'R6'],
];

describe('docs/threat-model.md', () => {
  it('has every listed threat, once', () => {
    const ids = rows.map(({ id }) => id);
    expect(LISTED.filter((id) => !ids.includes(id))).toEqual([]);
    expect(ids.filter((id, at) => ids.indexOf(id) !== at)).toEqual([]);
  });

  it('names a test for each', () => {
    expect(rows.filter(({ tests: named }) => named.length === 0)).toEqual([]);
    // Every link to a test is read as one.
    for (const { line, tests: named } of rows) expect(named).toHaveLength(countOfLinks(line));
  });

  it.each(tests)('threat $threat is met: "$sentence" in $file', (test) => {
    expect(isNamedIn(test)).toBe(true);
  });
});

function countOfLinks(line) {
  return line.split(/\.spec\.m?[jt]s\)/).length - 1;
}
