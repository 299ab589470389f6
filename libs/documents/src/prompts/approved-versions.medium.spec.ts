import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { Cascade } from '../cascade/cascade';
import { DocumentService } from '../documents/document.service';
import { RecipeService } from '../recipes/recipe.service';
import { DocumentsApp } from '../testing/documents-app';
import { promptVariables } from '../testing/prompt-variables';
import { ApprovedVersions } from './approved-versions';
import { promptBaseOf } from './prompt-paths';
import { PromptService } from './prompt.service';

const admin = { userId: 'usr_admin', administers: true };
const by = { recipe: 'arthur', profile: 'web', promptBase: promptBaseOf('arthur') };
const yaml = (name: string, more = '') =>
  `name: ${name}\ntitle: t\ndescription: d\nengine: arthur\n${more}`;

describe('the versions a plan is approved under', () => {
  let app: DocumentsApp;
  let scope: TenantScope;

  beforeAll(async () => {
    app = await DocumentsApp.start('approved-versions');
  });
  afterAll(() => app.drop());
  beforeEach(() => {
    scope = tenantScope(newId('usr'));
  });

  const write = (path: string, content: string, project = 'p') =>
    app.module.get(DocumentService).write(scope, project, path, { content }, admin);
  const current = (recipe = 'arthur') =>
    app.module.get(ApprovedVersions).current(scope, 'p', { ...by, recipe });
  const pathsOf = async () => (await current())?.prompts.map(({ path }) => path);

  it('are those of what the product ships, where a tenant has nothing of its own', async () => {
    const shipped = { layer: 'bundled', version: 0 };
    expect(await current()).toEqual({
      recipe: shipped,
      prompts: ['', '-exploring', '-planning'].map((suffix) => ({
        path: `prompts/arthur-prompt${suffix}.md`,
        ...shipped,
      })),
    });
  });

  it('reach what prompts and the recipe include, and what that includes, each once, in any circle', async () => {
    await write('prompts/b.md', 'B');
    await write('prompts/b.md', 'B', '_tenant');
    await write(
      'prompts/a.md',
      '{% include "b.md" %}{% include "../x" ignore missing %}',
      '_tenant',
    );
    await write(
      'prompts/arthur-prompt.md',
      '{% include "a" %}{% include "nowhere" ignore missing %}',
    );
    await app.database.connection
      .collection('documents')
      .updateOne(
        { tenantId: scope.tenantId, project: 'p', path: 'prompts/b.md' },
        { $set: { content: '{% if false %}{% include "a" %}{% endif %}B' } },
      );
    await write('prompts/words.md', 'W');
    await write('recipes/arthur.yaml', yaml('arthur', 'promptPrefix: \'{% include "words" %}\'\n'));
    const found = await current();
    expect(found?.recipe).toEqual({ layer: 'project', version: 1 });
    expect(found?.prompts).toContainEqual({ path: 'prompts/a.md', layer: 'tenant', version: 1 });
    expect(await pathsOf()).toEqual([
      'prompts/arthur-prompt.md',
      'prompts/arthur-prompt-exploring.md',
      'prompts/arthur-prompt-planning.md',
      'prompts/words.md',
      'prompts/a.md',
      'prompts/b.md',
    ]);
  });

  it('leave out what does not count: a mode whose prompt is blank, a layer that is broken', async () => {
    await write('prompts/arthur-prompt-exploring.md', ' \n');
    await write('prompts/arthur-prompt-planning.md', 'fine', '_tenant');
    await write('prompts/arthur-prompt-planning.md', 'fine');
    await app.database.connection.collection('documents').updateOne(
      { tenantId: scope.tenantId, project: 'p', path: /planning/ },
      {
        $set: { content: '{% if %}' },
      },
    );
    await write('prompts/bump.md', 'x');
    const found = await current();
    expect(await pathsOf()).not.toContain('prompts/arthur-prompt-exploring.md');
    expect(found?.prompts).toContainEqual({
      ...{ path: 'prompts/arthur-prompt-planning.md', layer: 'tenant', version: 1 },
    });
  });

  it('are of what is shipped, with a warning, where the recipe is gone: an approval does not fail for it', async () => {
    expect((await current('nowhere'))?.recipe).toEqual({ layer: 'bundled', version: 0 });
    expect(app.warnings).toContain('There is no recipe nowhere any more');
  });

  it('speak on when everything was edited, deleted or made since, for one look-up each', async () => {
    await write('prompts/a.md', 'A');
    await write('prompts/arthur-prompt.md', 'BASE {% include "a" %}');
    await write('recipes/arthur.yaml', yaml('arthur', 'promptPrefix: one\n'));
    const held = await current();
    if (held === undefined) throw new Error('nothing to be held to');
    await write('prompts/arthur-prompt.md', 'edited');
    await app.module.get(DocumentService).delete(scope, 'p', 'prompts/a.md', admin);
    await write('prompts/arthur-prompt-exploring.md', 'made since');
    await write('recipes/arthur.yaml', yaml('arthur', 'promptPrefix: two\n'));

    const versions = jest.spyOn(app.module.get(Cascade), 'version');
    const prompts = app.module.get(PromptService);
    const rendered = (mode: 'NORMAL' | 'EXPLORING') =>
      prompts.resolveForMode(scope, 'p', by.promptBase, promptVariables({ mode }), { held });
    for (let turn = 0; turn < 3; turn += 1) {
      expect(await rendered('NORMAL')).toMatchObject({ text: 'BASE A', source: { version: 1 } });
      expect((await rendered('EXPLORING')).source).toMatchObject({ layer: 'bundled' });
      const recipes = app.module.get(RecipeService);
      expect(await recipes.held(scope, 'p', 'arthur', held.recipe)).toMatchObject({
        ...{ layer: 'project', version: 1, recipe: { promptPrefix: 'one' } },
      });
    }
    expect(versions).toHaveBeenCalledTimes(4);
    versions.mockRestore();
  });

  it('of another tenant are not read', async () => {
    await write('prompts/arthur-prompt.md', 'OF ANOTHER');
    const held = await current();
    const stranger = tenantScope(newId('usr'));
    const prompts = app.module.get(PromptService);
    const { text } = await prompts.resolveForMode(stranger, 'p', by.promptBase, promptVariables(), {
      held,
    });
    expect(text).toContain('You are Arthur');
  });
});
