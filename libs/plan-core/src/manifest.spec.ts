import {
  manifestNames,
  NEVER_READ_ONLY,
  READ_ONLY_FALLBACK,
  readOnlyNames,
  type LabelledTool,
} from './manifest';

const server = (name: string, ...labels: string[]): LabelledTool => ({
  name,
  labels,
  source: 'server',
});
const client = (name: string, ...labels: string[]): LabelledTool => ({
  name,
  labels,
  source: 'client',
});
const names = (descriptors: LabelledTool[], more: { add?: string[]; remove?: string[] } = {}) => [
  ...readOnlyNames({ descriptors, ...more }),
];

describe('the read-only set', () => {
  it('is what carries the label; a tool without it is absent', () => {
    const tools = [
      server('look', 'read-only'),
      server('change'),
      server('odd', 'Read-Only', 'readonly'),
    ];
    expect(names(tools)).toEqual(['look']);
  });

  it('has the fallback list below it, for server tools', () => {
    expect(names([server('doc_read'), server('doc_create'), client('web_search')])).toEqual([
      'doc_read',
    ]);
  });

  it('honours the labels of the client as the host passes them on', () => {
    expect(names([client('client_look', 'read-only'), client('client_change')])).toEqual([
      'client_look',
    ]);
  });

  it('is moved by the recipe; a removal wins', () => {
    const tools = [
      server('doc_read', 'read-only'),
      server('relations_add'),
      server('whoami', 'read-only'),
    ];
    expect(names(tools, { add: ['relations_add', 'whoami'], remove: ['whoami'] })).toEqual([
      'doc_read',
      'relations_add',
    ]);
  });

  it('adds only tools that exist', () => {
    expect(names([server('doc_read', 'read-only')], { add: ['ghost'] })).toEqual(['doc_read']);
  });

  it.each([...NEVER_READ_ONLY])('never holds %s, whatever vouches for it', (name) => {
    expect(names([server(name, 'read-only'), client(name, 'read-only')], { add: [name] })).toEqual(
      [],
    );
  });

  it('knows the families of the seed and what the spec adds', () => {
    for (const name of ['current_time', 'web_fetch', 'data_get', 'rag_query', 'work_file_grep']) {
      expect(READ_ONLY_FALLBACK.has(name)).toBe(true);
    }
    for (const name of READ_ONLY_FALLBACK) {
      expect(name).not.toMatch(/^client_|_(set|create|update|delete|add|run|write|edit|post)$/);
    }
  });
});

describe('the manifest', () => {
  const readOnly = new Set(['look', 'read']);

  it.each([
    ['restricted', true, ['look', 'change'], ['look']],
    ['restricted, without a base', true, [], ['look', 'read']],
    ['free', false, ['look', 'change'], ['look', 'change']],
    ['free, without a base', false, [], []],
  ])('%s', (_name, restricted, base, expected) => {
    expect(manifestNames({ base, restricted, readOnly })).toEqual(expected);
  });
});
