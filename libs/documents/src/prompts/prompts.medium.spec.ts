import { tenantScope } from '@vance/kernel';
import type { ProcessMode } from '@vance/protocol';
import { Cascade } from '../cascade/cascade';
import { DocumentService } from '../documents/document.service';
import { DocumentsApp } from '../testing/documents-app';
import { promptVariables } from '../testing/prompt-variables';
import { PromptService } from './prompt.service';
import type { PromptVariables } from './prompt-variables';

const ONE = tenantScope('ten_one');
const admin = { userId: 'usr_admin', administers: true };

describe('prompts', () => {
  let app: DocumentsApp;
  let replica: DocumentsApp;
  let prompts: PromptService;

  beforeAll(async () => {
    app = await DocumentsApp.start('prompts');
    replica = await app.replica();
    prompts = app.module.get(PromptService);
  });
  afterAll(async () => {
    await replica.stop();
    await app.drop();
  });

  const write = (path: string, content: string, project = 'p') =>
    app.module.get(DocumentService).write(ONE, project, path, { content }, admin);
  /** Puts a text where no check stands in its way. */
  const slipIn = async (path: string, content: string, project = 'p') => {
    await write(path, 'fine', project);
    const rows = app.database.connection.collection('documents');
    await rows.updateOne({ project, path }, { $set: { content } });
  };
  const rendered = (base: string, change: Partial<PromptVariables> = {}) =>
    prompts.resolveForMode(ONE, 'p', base, promptVariables(change));
  const text = async (base: string, mode: ProcessMode = 'NORMAL') =>
    (await rendered(base, { mode })).text;

  it('speak by the file of their mode, else by the base file, through every layer', async () => {
    await write('prompts/own.md', 'BASE', '_tenant');
    expect(await Promise.all([text('own'), text('own', 'EXPLORING')])).toEqual(['BASE', 'BASE']);
    await write('prompts/own-exploring.md', 'EXPLORE {{ mode }}', '_tenant');
    expect(
      await Promise.all([text('own'), text('own', 'EXPLORING'), text('own', 'PLANNING')]),
    ).toEqual(['BASE', 'EXPLORE EXPLORING', 'BASE']);
    await write('prompts/own-exploring.md', 'OF THE PROJECT');
    expect(await rendered('own', { mode: 'EXPLORING' })).toEqual({
      text: 'OF THE PROJECT',
      source: { path: 'prompts/own-exploring.md', layer: 'project', version: 1 },
    });
  });

  it('are missing when they are blank, as written or as rendered', async () => {
    await write('prompts/blank.md', 'BASE', '_tenant');
    await write('prompts/blank-exploring.md', '  \n\t\n');
    expect(await text('blank', 'EXPLORING')).toBe('BASE');
    await write('prompts/blank-exploring.md', '{% if tier == "small" %}Be brief.{% endif %}\n');
    expect(await text('blank', 'EXPLORING')).toBe('BASE');
    await write('prompts/blank.md', '\n');
    expect(await text('blank', 'EXPLORING')).toBe('BASE');
  });

  it('know mode, phase, agentMode, profile, recipe, params, tier, provider and model', async () => {
    await write(
      'prompts/all.md',
      '{{ [mode, phase, agentMode, profile, recipe, params.planMode, tier, provider, model] | join(" ") }}',
    );
    expect(await text('all')).toBe('NORMAL none build web arthur auto large openai gpt-5');
  });

  it('vary by tier, provider and model within one file, in every layer', async () => {
    await write(
      'prompts/vary.md',
      '{% if model == "gpt-5" and tier == "large" %}LARGE{% elif tier == "small" %}SMALL{% elif provider != "openai" %}OTHER{% endif %}',
    );
    await write('prompts/vary.md', 'OF THE TENANT {{ tier }}', '_tenant');
    const by = async (change: Partial<PromptVariables>) => (await rendered('vary', change)).text;
    expect(await by({})).toBe('LARGE');
    expect(await by({ model: 'gpt-5-nano', tier: 'small' })).toBe('SMALL');
    expect(await by({ model: 'gemini-2.5-pro', provider: 'gemini' })).toBe('OTHER');
    // No condition holds: the rendered text is blank, which counts as missing.
    expect(await by({ model: 'gpt-4' })).toBe('OF THE TENANT large');
  });

  it('have a bundled one to fall back to, and say nothing where there is none', async () => {
    for (const mode of ['NORMAL', 'EXPLORING', 'PLANNING', 'EXECUTING'] as const)
      expect((await text('arthur-prompt', mode)).trim()).not.toBe('');
    expect(await rendered('nobody')).toEqual({ text: '', source: null });
  });

  it('are used by every replica at its next look', async () => {
    const other = replica.module.get(PromptService);
    for (const word of ['first', 'second']) {
      await write('prompts/edited.md', `${word} in {{ mode }}`);
      const there = await other.resolveForMode(ONE, 'p', 'edited', promptVariables());
      expect(there.text).toBe(`${word} in NORMAL`);
    }
  });

  it('are refused when saved broken: line, column and rule are told, nothing is stored', async () => {
    const source = 'Fine.\n{{ mode.constructor("x")() }}';
    await expect(write('prompts/broken.md', source)).rejects.toMatchObject({
      ...{ code: 'TEMPLATE_INVALID', status: 422 },
      data: { errors: [{ line: 2, message: expect.stringMatching(/line 2, column \d+: calls/) }] },
    });
    expect((await rendered('broken')).source).toBeNull();
    await expect(write('notes/anything.md', source)).resolves.toBeDefined();
  });

  it.each<[string, string, string, object]>([
    ['what is not there', 'prompts/one.md', 'x\n{% include "nowhere" %}', { line: 2 }],
    [
      'what is not there, perhaps',
      'prompts/one.md',
      '{% if false %}{% include "nowhere" %}{% endif %}',
      {},
    ],
    ['themselves', 'prompts/one.md', '{% include "one" %}', {}],
    ['what includes them', 'prompts/ring-b.md', '{% include "ring-a.md" %}', {}],
    ['what is no prompt', 'prompts/one.md', '{% include "../config/settings.yaml" %}', {}],
    [
      'in a recipe, what is not there',
      'recipes/words.yaml',
      'name: words\ntitle: t\ndescription: d\nengine: arthur\npromptPrefix: \'{% include "nowhere" %}\'\n',
      { line: 5, key: 'promptPrefix' },
    ],
  ])('are refused when saved where they include %s', async (_, path, content, place) => {
    await write('prompts/ring-b.md', 'the end');
    await write('prompts/ring-a.md', '{% include "ring-b" %}');
    const code = path.startsWith('recipes') ? 'RECIPE_INVALID' : 'TEMPLATE_INVALID';
    await expect(write(path, content)).rejects.toMatchObject({
      ...{ code, data: { errors: [{ message: expect.stringContaining('"'), ...place }] } },
    });
  });

  it.each([
    ['is no template', '{% if %}'],
    ['has no end', '{% for a in "x" | indent(999, true) %}'.repeat(3) + '{% endfor %}'.repeat(3)],
    ['includes what is not there', '{% include "nowhere" %}'],
    ['includes itself', '{% include "hurt" %}'],
  ])('give the word to the layer below, with a warning, where one %s', async (_, content) => {
    await write('prompts/hurt.md', 'of the tenant', '_tenant');
    await slipIn('prompts/hurt.md', content);
    await write('prompts/bump.md', 'next revision');
    expect(await rendered('hurt')).toMatchObject({
      text: 'of the tenant',
      source: { layer: 'tenant' },
    });
    expect(app.warnings).toMatch(/"path":"prompts\/hurt.md","layer":"project"/);
  });

  it('include others of the cascade, the nearest layer speaking', async () => {
    await write('prompts/rules.md', 'Tenant rules for {{ recipe }}.', '_tenant');
    await write('prompts/outer.md', '# Rules\n{% include "rules" %}{% include "rules.md" %}');
    expect(await text('outer')).toBe('# Rules\nTenant rules for arthur.Tenant rules for arthur.');
    await write('prompts/rules.md', 'Ours.');
    expect(await text('outer')).toBe('# Rules\nOurs.Ours.');
    await write('prompts/outer.md', '{% include "../notes/x" ignore missing %}x');
    expect(await text('outer')).toBe('x');
  });

  it('are read once per revision, includes as well', async () => {
    await write('prompts/outer.md', '{% include "rules" %}');
    const lookUps = jest.spyOn(app.module.get(Cascade), 'layers');
    for (let turn = 0; turn < 20; turn += 1) await text('outer');
    expect(lookUps).toHaveBeenCalledTimes(2);
    lookUps.mockRestore();
  });

  it("render a recipe's own words too, and leave out those that cannot be", async () => {
    const words = (own: string) => prompts.words(ONE, 'p', own, promptVariables());
    expect(await words('You are in {{ mode }}.')).toBe('You are in NORMAL.');
    expect(await words('{{')).toBe('');
    expect(await words('{{ missing | trim }}')).toBe('');
    expect(app.warnings).toMatch(/"recipe":"arthur".*are left out/);
  });
});
