import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { BAD_PATHS } from '../testing/bad-paths';
import { ToolsApp } from '../testing/tools-app';

const REFUSED = /^(BAD_REQUEST|NOT_FOUND|INVALID_ARGUMENTS|FORBIDDEN|WORKSPACE|KIT_INVALID)/;
/** Spellings that two systems read differently, beside those that climb. */
const TWINS = [
  'Notes/One.md',
  'ﬁle.md',
  '．．/secret',
  'cafe\u0301.md',
  '__proto__',
  '..%2fsecret',
];

/** What a model may name, when it is talked into it. */
describe('hostile arguments of a model', () => {
  let app: ToolsApp;
  let outside: string;

  beforeAll(async () => {
    app = await ToolsApp.start('hostile-arguments');
    await app.invoke('doc_create', { path: 'notes/a.md', content: 'Words.' });
    await app.invoke('work_file_write', { path: 'notes/a.md', content: 'Words.\n' });
    await app.invoke('rag_create', { corpus: 'sea' });
    outside = join(app.workspace, '../outside');
    mkdirSync(outside);
    writeFileSync(join(outside, 'secret.txt'), 'secret');
  });
  afterAll(() => app?.stop());

  const refusals = async (calls: readonly (readonly [string, object])[]) => {
    const said = calls.map(async ([tool, args]) => {
      const { state, text } = await app.invoke(tool, args);
      return state === 'FAILED' && REFUSED.test(text) ? [] : [`${tool}: ${state} ${text}`];
    });
    return (await Promise.all(said)).flat();
  };

  it.each([...BAD_PATHS, ...TWINS])('%j is no document, manual, recipe or kit', async (path) => {
    expect(
      await refusals([
        ['doc_read', { path }],
        ['doc_create', { path, content: 'x' }],
        ['doc_update', { path, content: 'x' }],
        ['doc_delete', { path }],
        ['rag_add', { corpus: 'sea', path }],
        ['manual_read', { name: path }],
        ['recipe_describe', { name: path }],
        ['kit_install', { path }],
      ]),
    ).toEqual([]);
  });

  it.each(BAD_PATHS)('%j is no file of the workspace', async (path) => {
    expect(
      await refusals([
        ['work_file_read', { path }],
        ['work_file_write', { path, content: 'x' }],
        ['work_file_edit', { path, find: 'a', replace: 'b' }],
        ['kit_export', { name: 'own', path }],
      ]),
    ).toEqual([]);
  });

  it('and a link in the workspace leads nowhere outside, by no tool', async () => {
    symlinkSync('../outside', join(app.workspace, 'link'));
    symlinkSync('../outside/secret.txt', join(app.workspace, 'file-link'));
    expect(
      await refusals([
        ['work_file_read', { path: 'link/secret.txt' }],
        ['work_file_read', { path: 'file-link' }],
        ['work_file_list', { path: 'link' }],
        ['work_file_write', { path: 'link/new.txt', content: 'x' }],
        ['work_file_edit', { path: 'file-link', find: 'secret', replace: 'x' }],
        ['kit_install', { path: 'link' }],
        ['kit_export', { name: 'own', path: 'link/own' }],
      ]),
    ).toEqual([]);
    for (const [tool, args] of [
      ['work_file_list', {}],
      ['work_file_find', { pattern: '**' }],
      ['work_file_grep', { pattern: 'secret' }],
    ] as const)
      expect((await app.invoke(tool, args)).text).not.toMatch(/secret|link/);
    expect(readdirSync(outside)).toEqual(['secret.txt']);
    expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
    expect(existsSync(join(outside, 'own'))).toBe(false);
  });

  it('and a pattern that takes for ever is plain words, or runs in linear time', async () => {
    const [evil, victim] = ['(a+)+$', `${'a'.repeat(30)}!`];
    const content = `${victim} `.repeat(500);
    await app.invoke('doc_create', { path: 'notes/victim.md', content });
    await app.invoke('work_file_write', { path: 'victim.txt', content });
    await app.invoke('rag_add', { corpus: 'sea', text: content, source: 'victim' });
    for (const [tool, args, says] of [
      ['work_file_grep', { pattern: evil, regex: true }, /^No |no match|nothing/i],
      ['work_file_grep', { pattern: evil }, /^No |no match|nothing/i],
      ['work_file_find', { pattern: evil }, /\[\]/],
      ['doc_find', { query: evil }, /"documents":\[\]/],
      ['rag_query', { corpus: 'sea', query: evil }, /"passages"/],
      ['find_tools', { query: evil }, /"tools"/],
    ] as const)
      expect([tool, (await app.invoke(tool, args)).text]).toEqual([
        tool,
        expect.stringMatching(says),
      ]);
  });
});
