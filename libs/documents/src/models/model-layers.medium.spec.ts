import { DocumentRepository } from '@vance/data';
import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { EffectiveDocuments } from '../cascade/effective-documents';
import { DocumentService } from '../documents/document.service';
import { RecipeService } from '../recipes/recipe.service';
import { DocumentsApp } from '../testing/documents-app';
import { ModelLayersService } from './model-layers.service';
import { MODELS_PATH as MODELS } from './models-path';

const admin = { userId: 'usr_admin', administers: true };
const corrections = (count: number | string) =>
  `models:\n  openai:scripted:\n    actionLoopCorrections: ${count}\n`;

describe('ai-models.yaml through the cascade', () => {
  let app: DocumentsApp;

  beforeAll(async () => {
    app = await DocumentsApp.start('model-layers');
  });
  afterAll(async () => {
    await app.drop();
  });

  const layersOf = (scope = tenantScope('ten_1'), revision = 1) =>
    app.module.get(ModelLayersService).layers(scope, 'demo', { revision });

  it("the project's layer lies over the tenant's, and other tenants have none", async () => {
    const documents = app.module.get(DocumentService);
    const scope = tenantScope(newId('usr'));
    await documents.write(scope, '_tenant', 'ai-models.yaml', { content: corrections(0) }, admin);
    await documents.write(scope, 'demo', 'ai-models.yaml', { content: corrections(4) }, admin);
    const counts = (await layersOf(scope)).map(
      ({ models }) => models['openai:scripted']?.actionLoopCorrections,
    );
    expect(counts).toEqual([0, 4]);
    expect(await layersOf()).toEqual([]);
  });

  it('is refused with line, key and rule when it is broken', async () => {
    const write = app.module
      .get(DocumentService)
      .write(
        tenantScope('ten_2'),
        '_tenant',
        'ai-models.yaml',
        { content: corrections(-1) },
        admin,
      );
    await expect(write).rejects.toMatchObject({
      code: 'AI_MODELS_INVALID',
      status: 422,
      data: {
        errors: [
          expect.objectContaining({ line: 3, key: 'models.openai:scripted.actionLoopCorrections' }),
        ],
      },
    });
  });

  it('is passed over with a warning where it got in broken', async () => {
    const scope = tenantScope(newId('usr'));
    const text = { content: corrections('many'), title: undefined, updatedBy: 'x' };
    const repository = app.module.get(DocumentRepository);
    await repository.write(scope, { project: 'demo', path: 'ai-models.yaml' }, text, 'any');
    expect(await layersOf(scope)).toEqual([]);
    expect(app.warnings).toContain('a stored ai-models.yaml is broken');
  });

  describe('aliases that lead to no model', () => {
    const alias = (target: string, name = 'default:chat') => `aliases:\n  ${name}: ${target}\n`;
    const recipe = (params: string) =>
      `name: mine\ntitle: T\ndescription: d\nengine: arthur\n${params}\n`;
    const RECIPE = 'recipes/mine.yaml';
    let scope: TenantScope;
    beforeEach(() => {
      scope = tenantScope(newId('usr'));
    });
    const save = (path: string, content: string, project = 'demo') =>
      app.module.get(DocumentService).write(scope, project, path, { content }, admin);
    const slip = (content: string, project = 'demo', path = MODELS) =>
      app.module
        .get(DocumentRepository)
        .write(scope, { project, path }, { content, title: undefined, updatedBy: 'x' }, 'any');
    const seen = (path: string) => app.module.get(EffectiveDocuments).at(scope, 'demo', path);

    it.each(['default:chat', 'no:alias', 'nope:model', 'qwen3'])('are refused: %s', async (to) => {
      await expect(save(MODELS, alias(to))).rejects.toMatchObject({
        code: 'AI_MODELS_INVALID',
        data: { errors: [expect.objectContaining({ line: 2, key: 'aliases.default:chat' })] },
      });
    });

    it('are judged with the layers below, and never with those above', async () => {
      await save(MODELS, alias('openai:a', 'team:chat'), '_tenant');
      await save(MODELS, alias('team:chat'));
      await expect(save(MODELS, alias('own:chat'), '_tenant')).rejects.toMatchObject({
        code: 'AI_MODELS_INVALID',
      });
      // A document that is replaced is nothing to lean on.
      await save(MODELS, alias('gemini:b', 'own:chat'));
      await expect(save(MODELS, alias('own:chat', 'other:chat'))).rejects.toThrow('own:chat');
    });

    it('that got in otherwise are passed over with a warning, for turns and people alike', async () => {
      await slip(alias('nope:model'), '_tenant');
      await slip(corrections(3));
      expect((await layersOf(scope)).map(({ aliases }) => aliases)).toEqual([{}]);
      expect(app.warnings).toContain('nope:model, which is no alias and of no provider');
      const { merged, faults } = (await seen(MODELS)) ?? {};
      expect(merged?.layers.map(({ layer }) => layer)).toEqual(['project', 'bundled']);
      expect(faults).toHaveLength(1);
    });

    it('are refused in a recipe too, wherever it names them', async () => {
      const profiles = 'profiles: { foot: { params: { model: "default:chat, nope:model" } } }';
      for (const params of ['params: { model: team:chat }', profiles])
        await expect(save(RECIPE, recipe(params))).rejects.toMatchObject({
          code: 'RECIPE_INVALID',
          data: { errors: [expect.objectContaining({ line: 5 })] },
        });
      await save(MODELS, alias('openai:a', 'team:chat'), '_tenant');
      await save(RECIPE, recipe('params: { model: "team:chat, openai:of-nobody-known" }'));
    });

    it('may come together with the recipe that names them', async () => {
      const beside = new Map([[MODELS, alias('openai:a', 'team:chat')]]);
      const service = app.module.get(DocumentService);
      const text = recipe('params: { model: team:chat }');
      await expect(service.check(RECIPE, text, { scope, project: 'demo' })).rejects.toThrow('team');
      await service.check(RECIPE, text, { scope, project: 'demo', beside });
    });

    it('are told of a recipe whose alias went later, and the recipe still counts', async () => {
      await save(MODELS, alias('openai:a', 'team:chat'));
      await save(RECIPE, recipe('params: { model: team:chat, approval: explicit }'));
      await app.module.get(DocumentService).delete(scope, 'demo', MODELS, admin);
      const found = await seen(RECIPE);
      expect(found?.layer).toBe('project');
      expect(found?.faults?.[0]?.faults[0]?.message).toMatch(/key params.model: .*team:chat/);
      const counts = await app.module.get(RecipeService).effective(scope, 'demo', 'mine');
      expect(counts.recipe.params.approval).toBe('explicit');
    });
  });
});
