import { tenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { Cascade } from '../cascade/cascade';
import { DocumentService } from '../documents/document.service';
import { ManualService } from '../prompts/manual.service';
import { DocumentsApp } from '../testing/documents-app';
import { RecipeService } from './recipe.service';

const ONE = tenantScope('ten_one');
const TWO = tenantScope('ten_two');
const admin = { userId: 'usr_admin', administers: true };
const yaml = (title: string, more = ''): string =>
  `name: mine\ntitle: ${title}\ndescription: d\nengine: arthur\n${more}`;

describe('recipes and manuals', () => {
  let app: DocumentsApp;
  let replica: DocumentsApp;
  let recipes: RecipeService;
  let documents: DocumentService;

  beforeAll(async () => {
    app = await DocumentsApp.start('recipes');
    replica = await app.replica();
    recipes = app.module.get(RecipeService);
    documents = app.module.get(DocumentService);
  });
  afterAll(async () => {
    await replica.stop();
    await app.drop();
  });

  const titleOf = async (service: RecipeService, project = 'p', scope = ONE): Promise<string> =>
    (await service.effective(scope, project, 'mine')).recipe.title;
  const write = (path: string, content: string, project = 'p') =>
    documents.write(ONE, project, path, { content }, admin);

  it('an edit counts at the next look on every replica', async () => {
    await recipes.save(ONE, 'p', 'mine', yaml('first'), admin);
    const other = replica.module.get(RecipeService);
    expect([await titleOf(recipes), await titleOf(other)]).toEqual(['first', 'first']);
    for (const title of ['second', 'third']) {
      await recipes.save(ONE, 'p', 'mine', yaml(title), admin);
      expect([await titleOf(recipes), await titleOf(other)]).toEqual([title, title]);
    }
  });

  it('a recipe is looked up once per revision, however many ask', async () => {
    await write('prompts/bump.md', 'next revision');
    const lookUps = jest.spyOn(app.module.get(Cascade), 'layers');
    await Promise.all(Array.from({ length: 20 }, () => titleOf(recipes)));
    await titleOf(recipes);
    expect(lookUps).toHaveBeenCalledTimes(1);
    lookUps.mockRestore();
  });

  it('a name that no layer has is not found, and another tenant has no part in ours', async () => {
    await expect(recipes.named(ONE, 'p', 'nowhere')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(recipes.named(TWO, 'p', 'mine')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(recipes.named(ONE, 'p', '../secret')).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  it('a broken recipe is refused by both doors, and nothing is stored', async () => {
    const broken = yaml('x', 'params: {planMode: sometimes}\n').replace('mine', 'broken');
    const invalid = { code: 'RECIPE_INVALID', status: 422 };
    await expect(recipes.save(ONE, 'p', 'broken', broken, admin)).rejects.toMatchObject(invalid);
    await expect(write('recipes/broken.yaml', broken)).rejects.toMatchObject(invalid);
    await expect(recipes.named(ONE, 'p', 'broken')).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  it('one that got in broken stops no turn: the next layer counts, with a warning', async () => {
    await recipes.save(ONE, '_tenant', 'mine', yaml('of the tenant'), admin);
    await recipes.save(ONE, 'hurt', 'mine', yaml('of the project'), admin);
    const rows = app.database.connection.collection('documents');
    await rows.updateOne({ project: 'hurt' }, { $set: { content: 'engine: [' } });
    await write('prompts/bump.md', 'x');
    expect(await recipes.effective(ONE, 'hurt', 'mine')).toMatchObject({
      layer: 'tenant',
      recipe: { title: 'of the tenant' },
    });
    expect(app.warnings).toMatch(
      /"path":"recipes\/mine.yaml","layer":"project".*a stored recipe is broken/,
    );
  });

  it.each([
    ['deleted', (path: string) => app.module.get(DocumentService).delete(ONE, 'p', path, admin)],
    [
      'broken in its only layer',
      async (path: string) => {
        const rows = app.database.connection.collection('documents');
        await rows.updateOne({ project: 'p', path }, { $set: { content: 'engine: [' } });
        await write('prompts/bump.md', 'x');
      },
    ],
  ])('one that is %s while sessions name it loses no turn', async (how, lose) => {
    const name = how === 'deleted' ? 'gone' : 'unsound';
    await recipes.save(ONE, 'p', name, yaml('x').replace('mine', name), admin);
    await lose(`recipes/${name}.yaml`);
    const played = await recipes.effective(ONE, 'p', name, 'foot');
    expect(played).toMatchObject({
      ...{ layer: 'bundled', version: 0, recipe: { name: 'arthur' } },
      recipe: { params: { readOnlyToolsAdd: ['client_exec_run'] } },
      faults: [{ layer: 'project', faults: [{ message: expect.any(String) }] }],
    });
    expect(await recipes.held(ONE, 'p', name, { layer: 'project', version: 9 })).toMatchObject({
      layer: 'bundled',
    });
    expect(app.warnings).toMatch(new RegExp(`recipes/${name}.yaml.*is played by`, 'u'));
    const rows = await app.module.get(Audit).list(ONE, { limit: 50 });
    expect(rows).toContainEqual(
      expect.objectContaining({
        ...{ action: 'configuration-broken', target: `p/recipes/${name}.yaml` },
      }),
    );
    await expect(recipes.named(ONE, 'p', name)).rejects.toMatchObject({
      code: how === 'deleted' ? 'NOT_FOUND' : 'RECIPE_INVALID',
    });
  });

  it('the list holds each name once, with its layer', async () => {
    const list = await recipes.list(ONE, 'p');
    const layers = Object.fromEntries(list.map(({ recipe, layer }) => [recipe.name, layer]));
    expect(layers).toMatchObject({ arthur: 'bundled', 'high-risk': 'bundled', mine: 'project' });
    expect(list).toHaveLength(Object.keys(layers).length);
  });

  it('a profile changes what its client plays', async () => {
    const foot = await recipes.effective(ONE, 'p', 'arthur', 'foot');
    expect(foot.recipe.params.readOnlyToolsAdd).toEqual(['client_exec_run']);
    expect(
      (await recipes.effective(ONE, 'p', 'arthur', 'web')).recipe.params.readOnlyToolsAdd,
    ).toEqual([]);
  });

  it('manuals are listed with their titles, the nearest layer speaking', async () => {
    const manuals = app.module.get(ManualService);
    expect(await manuals.list(ONE, 'p')).toContainEqual({ name: 'recipes', title: 'Recipes' });
    await write('manuals/recipes.md', '# Our recipes\n\nAsk Ann.');
    expect(await manuals.list(ONE, 'p')).toContainEqual({ name: 'recipes', title: 'Our recipes' });
    expect((await manuals.read(ONE, 'p', 'recipes')).content).toMatch(/Ask Ann/);
    expect((await manuals.read(TWO, 'p', 'recipes')).layer).toBe('bundled');
    await expect(manuals.read(ONE, 'p', 'nowhere')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
