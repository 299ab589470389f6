import {
  assertCounts,
  assertDocumentPath,
  assertDocumentPrefix,
  isConfigurationPath,
} from './document-path';

describe('a document path', () => {
  it.each(['a', 'notes/one.md', 'recipes/quick-lookup.yaml', '0/1/2', 'a'.repeat(64), 'a_b-c.d/e'])(
    'may be %j',
    (path) => {
      expect(() => assertDocumentPath(path)).not.toThrow();
    },
  );

  it.each([
    '../../secret',
    'a/../b',
    'a/..',
    '..%2f',
    'a..b',
    'a\0b',
    'C:\\x',
    'a\\b',
    '/a',
    'a/',
    'a//b',
    '',
    '.hidden',
    'A',
    'Notes/One.md',
    'ﬁle',
    'café',
    'a b',
    'a\n',
    '__proto__',
    'a'.repeat(65),
    'a/'.repeat(300) + 'a',
    'b%2e%2e',
    '~root',
  ])('may not be %j', (path) => {
    expect(() => assertDocumentPath(path)).toThrow(/not a document path/);
  });

  it('has prefixes of the same alphabet', () => {
    for (const prefix of ['', 'a', 'notes/', 'notes/o'])
      expect(() => assertDocumentPrefix(prefix)).not.toThrow();
    for (const prefix of ['../', '$', 'a\0', 'A', '\uffff'])
      expect(() => assertDocumentPrefix(prefix)).toThrow();
  });

  it.each([
    'settings.yaml',
    'settings/x.yaml',
    'seed/acme.yaml',
    'recipes/x.yml',
    'recipes/a/b.yaml',
    'ai-models.yml',
    'mcp-servers.json',
    'prompts/x.txt',
    'manuals/x',
  ])('that looks like configuration and has no effect is told so: %s', (path) => {
    expect(() => assertCounts(path)).toThrow(/would have no effect/);
  });

  it.each([
    'recipes/a.yaml',
    'prompts/a/b.md',
    'manuals/a.md',
    'ai-models.yaml',
    'mcp-servers.yaml',
    'notes/settings.yaml',
    'notes/x.txt',
  ])('has its effect, or none to have: %s', (path) => {
    expect(() => assertCounts(path)).not.toThrow();
  });

  it('is configuration exactly where the cascade reads it', () => {
    for (const path of [
      'recipes/a.yaml',
      'prompts/a.md',
      'manuals/a.md',
      'ai-models.yaml',
      'settings.yaml',
    ])
      expect([path, isConfigurationPath(path)]).toEqual([path, true]);
    for (const path of ['notes/recipes/a.yaml', 'recipes', 'recipes.md', 'my-prompts/a.md'])
      expect([path, isConfigurationPath(path)]).toEqual([path, false]);
  });
});
