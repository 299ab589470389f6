import { judgeClientTools } from './client-registration';

const judge = (tools: { name: string; [key: string]: unknown }[]) =>
  judgeClientTools(tools, (name) => name === 'client_taken' || name === 'doc_read');
const reasonOf = (tool: { name: string; [key: string]: unknown }): string | undefined =>
  judge([tool]).rejected[0]?.reason;
const good = { name: 'client_look', description: 'Looks', inputSchema: { type: 'object' } };

describe('registering a client’s tools', () => {
  it('accepts a well-formed tool and keeps what was said', () => {
    const labels = ['read-only'];
    expect(judge([{ ...good, labels }])).toEqual({ accepted: [{ ...good, labels }], rejected: [] });
  });

  it('takes absent schema and labels as none', () => {
    expect(judge([{ name: 'client_look', description: 'Looks' }]).accepted).toEqual([
      {
        name: 'client_look',
        description: 'Looks',
        inputSchema: { type: 'object', properties: {} },
        labels: [],
      },
    ]);
  });

  it.each([
    'doc_read',
    'DOC_READ',
    'client_',
    'client_Look',
    'client-look',
    'client_lооk',
    'client_look\n',
    ' client_look',
    'Bad Name!',
    `client_${'a'.repeat(58)}`,
    '',
  ])('rejects the name %p', (name) => {
    expect(reasonOf({ ...good, name })).toMatch(/name/);
  });

  it.each([
    ['a name of a server tool', { ...good, name: 'client_taken' }, /server tool/],
    ['no description', { name: 'client_look' }, /^description: /],
    ['a blank description', { ...good, description: '  ' }, /^description: /],
    ['a schema that is no object', { ...good, inputSchema: { type: 'string' } }, /type "object"/],
    ['a schema that is a list', { ...good, inputSchema: [] }, /inputSchema/],
    [
      'properties that are a list',
      { ...good, inputSchema: { type: 'object', properties: [] } },
      /properties/,
    ],
    [
      'a giant schema',
      { ...good, inputSchema: { type: 'object', title: 'x'.repeat(16_384) } },
      /longer than/,
    ],
    ['an unknown field', { ...good, execute: true }, /execute/],
    ['labels that are text', { ...good, labels: 'read-only' }, /^labels: /],
  ])('rejects %s', (_what, tool, reason) => {
    expect(reasonOf(tool)).toMatch(reason);
  });

  it('rejects a prototype key in a schema', () => {
    const inputSchema: unknown = JSON.parse('{"type":"object","properties":{"__proto__":{}}}');
    expect(reasonOf({ ...good, inputSchema })).toMatch(/__proto__/);
  });

  it('judges each tool for itself: the second of two of one name, and the 257th, are rejected', () => {
    const many = Array.from({ length: 258 }, (_, i) => ({ ...good, name: `client_${i}` }));
    const { accepted, rejected } = judge([...many.slice(0, 1), ...many]);
    expect(accepted).toHaveLength(256);
    expect(rejected.map(({ name }) => name)).toEqual(['client_0', 'client_256', 'client_257']);
  });
});
