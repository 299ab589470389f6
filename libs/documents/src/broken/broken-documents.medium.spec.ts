import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { EffectiveDocuments } from '../cascade/effective-documents';
import { DocumentService } from '../documents/document.service';
import { ModelLayersService } from '../models/model-layers.service';
import { PromptService } from '../prompts/prompt.service';
import { RecipeService } from '../recipes/recipe.service';
import { TenantConfig } from '../settings/tenant-config';
import { DocumentsApp } from '../testing/documents-app';
import { promptVariables } from '../testing/prompt-variables';

const admin = { userId: 'usr_admin', administers: true };
const yaml = (title: string) => `name: mine\ntitle: ${title}\ndescription: d\nengine: arthur\n`;
const PROMPT = 'prompts/own-prompt.md';
const RECIPE = 'recipes/mine.yaml';
const MODELS = 'ai-models.yaml';
const corrections = (count: number | string) =>
  `models:\n  openai:scripted:\n    actionLoopCorrections: ${count}\n`;

describe('a document that got in broken, past every check', () => {
  let app: DocumentsApp;
  let scope: TenantScope;

  beforeAll(async () => {
    app = await DocumentsApp.start('broken');
  });
  afterAll(() => app.drop());
  beforeEach(async () => {
    scope = tenantScope(newId('usr'));
    await write(PROMPT, 'OF THE TENANT', '_tenant');
    await write(RECIPE, yaml('of the tenant'), '_tenant');
    await write(MODELS, corrections(1), '_tenant');
  });

  const write = (path: string, content: string, project = 'p') =>
    app.module.get(DocumentService).write(scope, project, path, { content }, admin);
  const sound: Readonly<Record<string, string>> = {
    [PROMPT]: 'fine',
    [RECIPE]: yaml('fine'),
    [MODELS]: corrections(2),
  };
  /** Writes the text straight into the database, as the project's layer. */
  const slipIn = async (path: string, content: unknown) => {
    await write(path, sound[path] ?? 'fine');
    const rows = app.database.connection.collection('documents');
    await rows.updateOne({ tenantId: scope.tenantId, project: 'p', path }, { $set: { content } });
    await write('prompts/bump.md', 'next revision');
  };
  const prompted = async () =>
    (
      await app.module
        .get(PromptService)
        .resolveForMode(scope, 'p', 'own-prompt', promptVariables())
    ).text;
  const titled = async () =>
    (await app.module.get(RecipeService).effective(scope, 'p', 'mine')).recipe.title;
  const corrected = async () => {
    const config = await app.module.get(TenantConfig).read(scope);
    const layers = await app.module.get(ModelLayersService).layers(scope, 'p', config);
    return layers.map(({ models }) => models['openai:scripted']?.actionLoopCorrections);
  };
  const seen = (path: string) => app.module.get(EffectiveDocuments).at(scope, 'p', path);
  const recorded = async () =>
    (await app.module.get(Audit).list(scope, { limit: 100 })).filter(
      ({ action }) => action === 'configuration-broken',
    );

  const endless = '{% for a in "x" | indent(999, true) %}'.repeat(3) + '{% endfor %}'.repeat(3);
  it.each<[string, string, unknown, RegExp]>([
    ['a recipe that is no YAML', RECIPE, 'engine: [', /line 1/],
    ['a recipe with a wrong value', RECIPE, `${yaml('x')}params: {planMode: x}\n`, /line 5, key/],
    ['a recipe of another name', RECIPE, yaml('x').replace('mine', 'other'), /stored under/],
    ['a recipe that is too large', RECIPE, `${yaml('x')}# ${'x'.repeat(300_000)}`, /over 256 KiB/],
    ['a recipe that is no text', RECIPE, 7, /line 1/],
    ['a recipe with a broken template', RECIPE, `${yaml('x')}promptPrefix: "{{"\n`, /template/],
    ['a prompt that is no template', PROMPT, '{% if %}', /line 1, column/],
    ['a prompt with a call', PROMPT, 'x\n{{ range(9) }}', /line 2, column/],
    ['a prompt that is too large', PROMPT, 'x'.repeat(70_000), /65536|64/],
    ['a prompt without end', PROMPT, endless, /in mode NORMAL/],
    ['a prompt with a missing include', PROMPT, 'x {% include "nowhere" %}', /nowhere/],
    ['a prompt that includes itself', PROMPT, '{% include "own-prompt" %}', /in mode NORMAL/],
    ['models with a wrong value', MODELS, corrections('many'), /line 3, key/],
    ['models that are no YAML', MODELS, '{', /line 1/],
    ['models that are too large', MODELS, `#${'x'.repeat(300_000)}`, /over 256 KiB/],
  ])(
    '%s: the next layer counts, the log warns, admins can see it',
    async (_, path, text, fault) => {
      await slipIn(path, text);
      expect([await prompted(), await titled(), await corrected()]).toEqual([
        'OF THE TENANT',
        'of the tenant',
        [1],
      ]);
      expect(app.warnings).toContain(`"path":"${path}","layer":"project"`);
      expect(await seen(path)).toMatchObject({
        ...{ layer: 'tenant', version: 1 },
        faults: [
          {
            ...{ layer: 'project', version: 1 },
            faults: [{ message: expect.stringMatching(fault) }],
          },
        ],
      });
      for (let turn = 0; turn < 3; turn += 1)
        await Promise.all([prompted(), titled(), corrected(), write('prompts/bump.md', `${turn}`)]);
      expect(await recorded()).toEqual([
        expect.objectContaining({
          ...{ actor: 'server', target: `p/${path}`, outcome: 'refused' },
          data: { layer: 'project', version: 1, faults: expect.any(Array) },
        }),
      ]);
    },
  );

  it('is told in the list of recipes, with what counts instead', async () => {
    await slipIn(RECIPE, 'engine: [');
    const list = await app.module.get(RecipeService).list(scope, 'p');
    expect(list.find(({ recipe }) => recipe.name === 'mine')).toMatchObject({
      ...{ layer: 'tenant', recipe: { title: 'of the tenant' } },
      faults: [{ layer: 'project', version: 1, faults: [{ line: 1 }] }],
    });
    expect(list.find(({ recipe }) => recipe.name === 'arthur')).not.toHaveProperty('faults');
    expect(await app.module.get(RecipeService).listBroken(scope, 'p')).toEqual([]);
  });

  it('with nothing sound below it is told as well, and shown so that it can be mended', async () => {
    await slipIn(RECIPE, 'engine: [');
    await app.module.get(DocumentService).delete(scope, '_tenant', RECIPE, admin);
    const described = await app.module.get(RecipeService).described(scope, 'p', 'mine');
    expect(described).toMatchObject({ name: 'mine', faults: [{ layer: 'project', version: 1 }] });
    expect(await app.module.get(RecipeService).listBroken(scope, 'p')).toMatchObject([
      { name: 'mine', faults: [{ layer: 'project', version: 1 }] },
    ]);
    expect(await seen(RECIPE)).toMatchObject({
      ...{ content: 'engine: [', layer: 'project', faults: [{ layer: 'project' }] },
    });
  });

  it('in an include gives the word to the include below it, not to another prompt', async () => {
    await write('prompts/rules.md', 'RULES OF THE TENANT', '_tenant');
    await write(PROMPT, 'OF THE PROJECT {% include "rules" %}');
    await slipIn('prompts/rules.md', '{{');
    expect(await prompted()).toBe('OF THE PROJECT RULES OF THE TENANT');
  });

  it('in one mode or tier only is told, and counts where it is sound', async () => {
    await slipIn(PROMPT, 'NOW{% if tier == "small" %}{% include "nowhere" %}{% endif %}');
    expect(await prompted()).toBe('NOW');
    expect(await seen(PROMPT)).toMatchObject({
      ...{ layer: 'project', shadowed: [{ layer: 'tenant', version: 1 }] },
      faults: [{ layer: 'project', faults: [{ message: expect.stringContaining('tier small') }] }],
    });
  });
});

describe('the effective view of prompts', () => {
  let app: DocumentsApp;

  beforeAll(async () => {
    app = await DocumentsApp.start('effective-prompts');
  });
  afterAll(() => app.drop());

  it('passes a blank one over, as engines do; blank in a mode it says that the base prompt speaks', async () => {
    const scope = tenantScope(newId('usr'));
    const put = (project: string, path: string, content: string) =>
      app.module.get(DocumentService).write(scope, project, path, { content }, admin);
    const seen = (path: string) => app.module.get(EffectiveDocuments).at(scope, 'p', path);
    await put('_tenant', 'prompts/a-prompt.md', 'TENANT');
    await put('p', 'prompts/a-prompt.md', ' \n');
    expect(await seen('prompts/a-prompt.md')).toEqual({
      ...{ content: 'TENANT', layer: 'tenant', version: 1, shadowed: [] },
    });
    await put('p', 'prompts/arthur-prompt-exploring.md', ' \n');
    expect(await seen('prompts/arthur-prompt-exploring.md')).toMatchObject({
      ...{ content: ' \n', layer: 'project', shadowed: [{ layer: 'bundled', version: 0 }] },
    });
    await put('p', 'notes/blank.md', '');
    expect(await seen('notes/blank.md')).toMatchObject({ content: '', layer: 'project' });
  });
});

describe('the effective ai-models.yaml', () => {
  let app: DocumentsApp;

  beforeAll(async () => {
    app = await DocumentsApp.start('effective-models');
  });
  afterAll(() => app.drop());

  it('is the layers merged by key, each key with the layer it comes from', async () => {
    const scope = tenantScope(newId('usr'));
    const put = (project: string, content: string) =>
      app.module.get(DocumentService).write(scope, project, MODELS, { content }, admin);
    await put('_tenant', corrections(1) + '    maxTools: 9\naliases: { "own:chat": "openai:a" }\n');
    await put('p', 'models: {}\n');
    await put('p', corrections(3));
    const found = await app.module.get(EffectiveDocuments).at(scope, 'p', MODELS);
    expect(found).toMatchObject({ layer: 'project', version: 2 });
    expect(found).not.toHaveProperty('faults');
    expect(found?.merged?.layers).toEqual([
      { layer: 'project', version: 2 },
      { layer: 'tenant', version: 1 },
      { layer: 'bundled', version: 0 },
    ]);
    expect(found?.merged?.origins).toEqual(
      expect.arrayContaining([
        { key: 'models.openai:scripted.actionLoopCorrections', layer: 'project', version: 2 },
        { key: 'models.openai:scripted.maxTools', layer: 'tenant', version: 1 },
        { key: 'aliases.own:chat', layer: 'tenant', version: 1 },
        { key: 'aliases.default:chat', layer: 'bundled', version: 0 },
      ]),
    );
    expect(found?.content).toMatch(/actionLoopCorrections: 3\n +maxTools: 9/);
    // What is shown could be saved as it is.
    await put('q', found?.content ?? '');
  });
});
