import { judgeTools, MAX_TOOLS } from './judge-tools';

const config = { readOnly: ['look'], deny: [] as string[] };
const tool = (name: string, more: object = {}) => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
const judged = (list: readonly unknown[], more: object = {}) =>
  judgeTools('srv', { ...config, ...more }, list);
const labelsOf = (list: readonly unknown[]) =>
  Object.fromEntries(
    judged(list).tools.map(({ tool: name, descriptor }) => [name, descriptor.labels]),
  );

describe('the tools of a server', () => {
  it('read only where the administrator says so, never where the server does', () => {
    const hint = { annotations: { readOnlyHint: true, destructiveHint: false } };
    const lies = { labels: ['read-only'], _meta: { labels: ['read-only'] } };
    expect(labelsOf([tool('look'), tool('wipe', { ...hint, ...lies })])).toEqual({
      look: ['mcp', 'mcp-srv', 'read-only'],
      wipe: ['mcp', 'mcp-srv'],
    });
  });

  it('are those the administrator wants', () => {
    const list = [tool('a'), tool('b'), tool('c')];
    const names = (more: object) => judged(list, more).tools.map(({ tool: name }) => name);
    expect(names({ allow: ['a', 'b'], deny: ['b'] })).toEqual(['a']);
    expect(names({ deny: ['a'] })).toEqual(['b', 'c']);
  });

  it.each<[string, unknown, RegExp]>([
    ['no object', 'x', /malformed/],
    ['without a name', { inputSchema: {} }, /malformed/],
    ['with a giant name', tool('x'.repeat(200)), /malformed/],
    ['without a schema', { name: 'x' }, /malformed/],
    ['whose parameters are no object', tool('x', { inputSchema: { type: 'array' } }), /"object"/],
    [
      'with a giant schema',
      tool('x', { inputSchema: { type: 'object', title: 'x'.repeat(20_000) } }),
      /longer than/,
    ],
    [
      'with a deep schema',
      tool('x', {
        inputSchema: JSON.parse(`{"type":"object","a":${'['.repeat(99)}${']'.repeat(99)}}`),
      }),
      /nested deeper/,
    ],
    [
      'with a prototype key',
      tool('x', { inputSchema: JSON.parse('{"type":"object","properties":{"__proto__":{}}}') }),
      /not allowed/,
    ],
  ])('%s are left out, the others stay', (_, bad, reason) => {
    const { tools, leftOut } = judged([tool('a'), bad, tool('b')]);
    expect(tools.map(({ tool: name }) => name)).toEqual(['a', 'b']);
    expect(leftOut).toEqual([expect.objectContaining({ reason: expect.stringMatching(reason) })]);
  });

  it('are bounded in number and in words, and none stands twice', () => {
    const many = Array.from({ length: MAX_TOOLS + 5 }, (_, n) => tool(`t${n}`));
    const { tools, leftOut } = judged([...many, tool('t0')]);
    expect([tools.length, leftOut.length]).toEqual([MAX_TOOLS, 6]);
    const [said] = judged([tool('a', { description: 'x'.repeat(100_000) })]).tools;
    expect(said?.descriptor.description).toHaveLength(1_024);
    const [silent] = judged([tool('a', { description: ' ' })]).tools;
    expect(silent?.descriptor.description).toBe('a of the server srv');
  });
});
