import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { TOOL_LISTS } from '@vance/tools';

const prompt = (suffix: string): string =>
  readFileSync(resolve(__dirname, `../../../../prompts/arthur-prompt${suffix}.md`), 'utf8');

const flat = (text: string): string => text.replaceAll(/\s+/g, ' ');

/** The numbered points under the line that contains `heading`. */
function points(text: string, heading: string): number {
  const after = text.slice(text.indexOf(heading)).split('\n\n')[1] ?? '';
  return after.split('\n').filter((line) => /^\d\. \*\*/.test(line)).length;
}

describe("Arthur's prompts", () => {
  it.each(['-exploring', '-planning'])('%s names no tool that writes', (suffix) => {
    const text = prompt(suffix);
    for (const tool of TOOL_LISTS.withEffect.filter((name) => name.includes('_')))
      expect(text).not.toContain(tool);
    expect(text).not.toMatch(/\b(client|doc|work|data|scratchpad)_/);
  });

  it('name the five kinds of work worth a plan, and the five that are not (1.14)', () => {
    const [worth = '', not = ''] = ['## When to plan', 'Do not plan'].map((from) =>
      prompt('').slice(prompt('').indexOf(from)),
    );
    const kinds = [
      ...['Architectural change', 'Several modules', 'Behaviour change'],
      ...['Unclear requirement', 'Worker pipeline'],
    ];
    for (const kind of kinds) expect(worth.split('Do not plan')[0]).toContain(`**${kind}**`);
    const others = ['Lookup', 'Clear delegation', 'Trivial fix', 'Specific instruction', '"Go on"'];
    for (const kind of others) expect(not).toContain(`**${kind}**`);
  });

  it('tell five kinds of work worth a plan, and five that are not', () => {
    expect(points(prompt(''), 'Begin with `START_PLAN`')).toBe(5);
    expect(points(prompt(''), 'Do not plan, just do it')).toBe(5);
    expect(prompt('')).toContain('In doubt, plan.');
  });

  it('explore with none to three reads, then propose; an item is a phase worth one to three calls', () => {
    const text = flat(prompt('-exploring'));
    expect(text).toMatch(/\*\*none to three\*\* reads/);
    expect(text).toContain('Then call `arthur_action` with `PROPOSE_PLAN`');
    expect(text).toMatch(/An item is a \*\*phase\*\* .* worth one to three calls/);
    for (const lists of ['Good lists:', 'Bad lists:'])
      expect(text.slice(text.indexOf(lists)).match(/^[^*]*\* (.+)/)?.[1]).toBeDefined();
  });

  it('read approval, edit and reject, and ask one question where it is unclear', () => {
    const text = prompt('-planning');
    const actionFor = (words: string) =>
      /\| ([^|]+) \|$/.exec(text.split('\n').find((line) => line.includes(words)) ?? '')?.[1];
    expect(actionFor('**approves**')).toContain('`START_EXECUTION`');
    expect(actionFor('**wants a change**')).toContain('`PROPOSE_PLAN`');
    expect(actionFor('**rejects**')).toContain('`START_PLAN`');
    expect(actionFor('**wants no plan')).toContain('`abandonPlan: true`');
    expect(actionFor('**unclear**')).toMatch(/`ANSWER` with one short question\. Never guess/);
  });

  it('execute with IN_PROGRESS before the work and COMPLETED after it; an addition is said in one line', () => {
    const text = flat(prompt(''));
    expect(text).toMatch(/`IN_PROGRESS` with `TODO_UPDATE` \*\*before\*\* you work on it/);
    expect(text).toMatch(/`COMPLETED` right \*\*after\*\*/);
    expect(text).toMatch(/`TODO_UPDATE` with `add`, followed by a one-line `ANSWER`/);
    expect(text).toMatch(/Never set a completed item back, and never send `START_EXECUTION` again/);
  });

  it("ask for the plan's four sections", () => {
    for (const suffix of ['-exploring', '-planning'])
      for (const section of ['Plan', 'Risks', 'Verification', 'Next Action'])
        expect(prompt(suffix)).toContain(`**${section}**`);
  });
});
