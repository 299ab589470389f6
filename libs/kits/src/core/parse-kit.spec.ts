import type { RawFile } from './kit';
import { kitLimits } from './kit';
import { parseKit } from './parse-kit';
import { renderKit } from './render-kit';

const file = (path: string, text: string): RawFile => ({ path, bytes: Buffer.from(text) });
const MANIFEST = file('kit.yaml', 'name: team\nversion: 1.0.0\ndescription: Ours\n');
const PROMPT = file('prompts/arthur-prompt.md', 'Be brief.\n');
const RECIPE = file('recipes/writer.yaml', 'name: writer\n');
const faultsOf = (...files: RawFile[]): string => {
  const parsed = parseKit(files);
  return parsed.ok ? 'none' : parsed.error.map(({ path, message }) => `${path}: ${message}`).join();
};
const kitFrom = (...files: RawFile[]) => {
  const parsed = parseKit(files);
  if (!parsed.ok) throw new Error(JSON.stringify(parsed.error));
  return parsed.value;
};

/** Ten levels of ten, each naming the one below ten times. */
const LAUGHS = [
  'a0: &a0 [x,x,x,x,x,x,x,x,x,x]',
  ...Array.from({ length: 10 }, (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(10)}]`),
].join('\n');

describe('a kit', () => {
  it('has the same hash in whatever order it comes, and however its settings are spelled', () => {
    const one = kitFrom(MANIFEST, PROMPT, RECIPE, file('settings.yaml', 'b: [x]\na: 1\n'));
    const two = kitFrom(file('settings.yaml', '{a: 1, "b": ["x"]}'), RECIPE, PROMPT, MANIFEST);
    expect(two).toEqual(one);
    expect(one.hash).toMatch(/^[0-9a-f]{64}$/);
  });

  it.each([
    ['a text', [MANIFEST, file('prompts/arthur-prompt.md', 'Be long.\n'), RECIPE]],
    ['a path', [MANIFEST, file('prompts/arthur-prompt-planning.md', 'Be brief.\n'), RECIPE]],
    ['a file less', [MANIFEST, PROMPT]],
    ['a setting', [MANIFEST, PROMPT, RECIPE, file('settings.yaml', 'a: 1')]],
    [
      'its version',
      [file('kit.yaml', 'name: team\nversion: 1.0.1\ndescription: Ours'), PROMPT, RECIPE],
    ],
  ])('has another hash with another of %s', (_what, files) => {
    expect(kitFrom(...files).hash).not.toBe(kitFrom(MANIFEST, PROMPT, RECIPE).hash);
  });

  it('written out and read again is the same', () => {
    const kit = kitFrom(
      file('kit.yaml', 'name: team\nversion: "1"\ndescription: |\n  Two: "lines"\n  # here\n'),
      file('settings.yaml', 'vance.x: "yes"\nvance.y: ["a: b", ""]\nvance.z: true\n'),
      file('manuals/how.md', '---\n\ufffd 🙂 \r\n'),
    );
    const again = renderKit(kit).map(({ path, content }) => file(path, content));
    expect(kitFrom(...again)).toEqual(kit);
  });

  it('that names its hash must have it', () => {
    const { hash } = kitFrom(MANIFEST, PROMPT);
    const named = (text: string) =>
      file('kit.yaml', `${Buffer.from(MANIFEST.bytes).toString()}hash: ${text}`);
    expect(kitFrom(named(`"${hash}"`), PROMPT).hash).toBe(hash);
    expect(faultsOf(named(`"${hash}"`), PROMPT, RECIPE)).toMatch(/not the one that is named/);
    expect(faultsOf(named('short'), PROMPT)).toMatch(/line 4, key hash: must be/);
  });

  it.each([
    '../recipes/a.yaml',
    'recipes/../../a.yaml',
    '/recipes/a.yaml',
    'C:/recipes/a.yaml',
    'recipes\\a.yaml',
    'Recipes/a.yaml',
    'recipes/A.yaml',
    'recipes/a.yaml ',
    'recipes/\u0430.yaml',
    'recipes/sub/a.yaml',
    'recipes/a.yml',
    'prompts/__proto__',
    '__proto__',
    'notes/a.md',
    '.git/config',
    'prompts//a.md',
    'prompts/a.md/',
    '././kit.yaml',
    `prompts/${'a'.repeat(65)}.md`,
  ])('takes no file named %j', (path) => {
    expect(faultsOf(MANIFEST, PROMPT, file(path, 'x'))).toContain(path.slice(0, 200));
  });

  it('takes a leading ./ as tar writes it, but no file twice', () => {
    expect(kitFrom(file('./kit.yaml', 'name: a\nversion: "1"'), PROMPT).files).toHaveLength(1);
    expect(faultsOf(MANIFEST, PROMPT, file('./prompts/arthur-prompt.md', 'x'))).toMatch(/twice/);
  });

  it.each([
    ['kit.yaml', 'name: a\nversion: 1.0', 2, 'version', 'version: "1.0"'],
    ['kit.yaml', 'name: No Way\nversion: "1"', 1, 'name', 'name: my-kit'],
    ['kit.yaml', 'name: a\nversion: "1"\nrun: rm', 3, 'run', '{ name: my-kit, version: "1.0" }'],
    ['kit.yaml', 'name: a\nname: b', 2, 'name', 'name: my-kit'],
    ['kit.yaml', 'just text', 1, '', '{ name: my-kit, version: "1.0" }'],
    ['kit.yaml', 'name: [', 1, '', '{ name: my-kit, version: "1.0" }'],
    ['settings.yaml', 'a: {b: 1}', 1, 'a', 'vance.models.openai.baseUrl: https'],
    ['settings.yaml', '__proto__: true', 1, '__proto__', 'vance.models.openai.baseUrl: https'],
  ])('whose %s is %j is told line, key, rule and what is right', (path, text, line, key, right) => {
    const parsed = parseKit([...(path === 'kit.yaml' ? [] : [MANIFEST]), PROMPT, file(path, text)]);
    const [fault] = parsed.ok ? [] : parsed.error;
    expect(fault).toMatchObject({ path, line, key, rule: expect.any(String) });
    expect(fault?.example).toContain(right);
    expect(fault?.message).not.toMatch(/Invalid|Too (small|big)|\bexpected/);
  });

  it.each([
    ['without a manifest', [PROMPT], /kit\.yaml: is missing/],
    ['that holds nothing', [MANIFEST], /holds nothing/],
    ['with a broken manifest', [file('kit.yaml', 'name: [')], /kit\.yaml: line 1/],
    ['with laughs in its manifest', [file('kit.yaml', LAUGHS)], /kit\.yaml: line \d/],
    [
      'with laughs in its settings',
      [MANIFEST, file('settings.yaml', LAUGHS)],
      /settings\.yaml: line/,
    ],
    [
      'with a tag in its settings',
      [MANIFEST, file('settings.yaml', 'a: !!js/function "function () {}"')],
      /settings\.yaml: line 1/,
    ],
    [
      'with a key of a prototype in its settings',
      [MANIFEST, file('settings.yaml', '__proto__: true')],
      /settings\.yaml: line 1/,
    ],
    [
      'with a manifest of other keys',
      [file('kit.yaml', 'name: a\nversion: "1"\nrun: rm'), PROMPT],
      /run/,
    ],
    [
      'of a version that is no text',
      [file('kit.yaml', 'name: a\nversion: 1.0'), PROMPT],
      /line 2, key version: must be a text .*; for example version: "1.0"/,
    ],
    [
      'with settings of other shapes',
      [MANIFEST, file('settings.yaml', 'a: {b: 1}')],
      /settings\.yaml: line 1, key a: must be a text, a number/,
    ],
    [
      'with bytes that are no text',
      [MANIFEST, { path: 'prompts/a.md', bytes: Buffer.from([0xff]) }],
      /no UTF-8/,
    ],
    ['with a zero in a text', [MANIFEST, file('prompts/a.md', 'a\0b')], /no UTF-8 text/],
    [
      'of too many files',
      [
        MANIFEST,
        ...Array.from({ length: kitLimits.files }, (_, i) => file(`prompts/p${i}.md`, 'x')),
      ],
      /more than 200 files/,
    ],
    [
      'of too many bytes',
      [
        MANIFEST,
        ...['a', 'b', 'c', 'd', 'e'].map((n) => file(`prompts/${n}.md`, 'x'.repeat(1_000_000))),
      ],
      /more than 4194304 bytes/,
    ],
    ['with one file too large', [MANIFEST, file('prompts/a.md', 'x'.repeat(1_100_000))], /1048576/],
  ])('is refused %s', (_what, files, message) => {
    expect(faultsOf(...files)).toMatch(message);
  });

  it('says of files that it did not take only why, not that they are missing', () => {
    const many = Array.from({ length: 250 }, (_, i) => file(`prompts/p${i}.md`, 'x'));
    expect(faultsOf(MANIFEST, ...many)).not.toMatch(/missing/);
    const manifest = { path: './kit.yaml', bytes: Buffer.from([0xff]) };
    expect(faultsOf(manifest, file('prompts/a.md', 'x'))).not.toMatch(/missing/);
  });
});
