import { judge } from './pending.mjs';
import { readClosingLine, readSpecOutput } from './spec-output.mjs';

const output = `
✔ approve by button (120.5ms)
ℹ something that a test said
✖ revise twice (80ms)
  ✔ a subtest (1ms)
✔ switch off (3ms)
✖ failing tests:

test at tests/03.test.mjs:9:1
✖ revise twice (80ms)
2 passed, 1 failed
`;
const entry = (scenario) => ({ file: '03.test.mjs', scenario, reason: 'not built yet' });
const judged = (...scenarios) =>
  judge(readSpecOutput(output), readClosingLine(output), scenarios.map(entry));

describe('the acceptance run', () => {
  it('reads top-level results once, colours or not', () => {
    const results = { passed: ['approve by button', 'switch off'], failed: ['revise twice'] };
    expect(readSpecOutput(output)).toEqual(results);
    expect(readSpecOutput(output.replaceAll(/^[✔✖]/gm, '\u001b[31m$&\u001b[39m'))).toEqual(results);
    expect(readClosingLine(output)).toEqual({ passed: 2, failed: 1 });
  });

  it('fails for a scenario that is not on the list', () => {
    expect(judged()).toMatchObject({ passed: 2, failed: 1, skipped: 0 });
  });

  it('forgives a scenario that is on the list, with its reason', () => {
    expect(judged('revise twice')).toMatchObject({
      failed: 0,
      skipped: 1,
      expected: ['revise twice: not built yet'],
    });
  });

  it('tells which entries passed after all, and which name nothing', () => {
    expect(judged('switch off', 'no such thing')).toMatchObject({
      surprises: ['switch off'],
      unknown: ['03.test.mjs: no such thing'],
    });
  });

  it('counts a failure that belongs to no scenario', () => {
    const left = { passed: 2, failed: 2 };
    expect(judge(readSpecOutput(output), left, [entry('revise twice')]).failed).toBe(1);
    expect(judge({ passed: [], failed: [] }, undefined, []).failed).toBe(1);
  });
});
