import { readdirSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { BundledFiles } from '@vance/config';
import { parseMcpServers } from '../mcp-servers/parse-mcp-servers';
import { mcpServersSchema } from '../mcp-servers/mcp-servers.schema';
import { parseModelLayer } from '../models/parse-model-layer';
import { parseRecipe } from '../recipes/parse-recipe';
import { params, recipeSchema } from '../recipes/recipe.schema';
import { SettingCatalogue } from '../settings/setting-catalogue';
import { PromptCheck } from './prompt-check';

const folder = resolve(__dirname, '../../../../prompts/manuals');
const manuals = new Map(
  readdirSync(folder).map((name) => [name, readFileSync(resolve(folder, name), 'utf8')]),
);
const manual = (name: string): string => manuals.get(`${name}.md`) ?? '';
/** The blocks of code in a manual that are in one language. */
const blocksIn = (name: string, language = ''): string[] =>
  [...manual(name).matchAll(/^```(\w*)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, text = '']) =>
    kind === language ? [text] : [],
  );

describe('the manuals that ship', () => {
  it.each<[string, (text: string) => { readonly ok: boolean }]>([
    ['recipes', (text) => parseRecipe(text, 'reader')],
    ['models', parseModelLayer],
    ['tool-servers', parseMcpServers],
  ])('%s: the examples could be saved', (name, parse) => {
    const examples = blocksIn(name, 'yaml');
    expect(examples.length).toBeGreaterThan(0);
    for (const example of examples) expect(parse(example)).toMatchObject({ ok: true });
  });

  it('prompts: the example could be saved', () => {
    const [example = ''] = blocksIn('prompts');
    expect(example).toContain('tier');
    expect(() => new PromptCheck().check('prompts/x.md', example)).not.toThrow();
  });

  it.each<[string, readonly string[]]>([
    ['recipes', arthurKeys()],
    [
      'tool-servers',
      Object.keys(mcpServersSchema.parse({ servers: { a: { use: 'b' } } }).servers['a'] ?? {}),
    ],
  ])('%s: every key is explained', (name, keys) => {
    expect(keys.length).toBeGreaterThan(4);
    expect(keys.filter((key) => !manual(name).includes(key))).toEqual([]);
  });

  it('name no setting that there is not', () => {
    const catalogue = new SettingCatalogue(BundledFiles.load());
    const named = [...manuals.values()].flatMap((text) =>
      [...text.matchAll(/`(vance\.[A-Za-z.]+[A-Za-z])`/g)].map(([, key = '']) => key),
    );
    expect(named.length).toBeGreaterThan(3);
    for (const key of named) expect(() => catalogue.definition(key)).not.toThrow();
  });

  it('begin with a title, by which they are listed', () => {
    expect([...manuals].filter(([, text]) => !/^# \S/.test(text))).toEqual([]);
  });
});

/** Keys of a recipe and of its parameters, those that every engine knows. */
function arthurKeys(): string[] {
  const [arthur] = recipeSchema.options;
  return [...Object.keys(arthur.shape), ...Object.keys(params.shape)];
}
