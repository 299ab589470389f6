import { isNamedIn, rowsNamingTests } from './named-tests.mjs';

const rows = rowsNamingTests('docs/reports.md');
const tests = rows.flatMap(({ id, tests: named }) =>
  named.map((test) => ({ report: id, ...test })),
);

describe('docs/reports.md', () => {
  it('has a test for every report it answers for', () => {
    const answered = [
      ...[
        3, 5, 7, 11, 13, 15, 17, 19, 21, 23, 25, 27, 29, 31, 33, 37, 39, 41, 43, 45, 47, 49, 51, 53,
      ],
      ...[55, 57, 59],
    ];
    expect(rows.map(({ id }) => Number(id))).toEqual(expect.arrayContaining(answered));
    expect(rows.filter((row) => row.tests.length !== 1)).toEqual([]);
  });

  it.each(tests)('report $report is played by "$sentence" in $file', (test) => {
    expect(isNamedIn(test)).toBe(true);
  });
});
