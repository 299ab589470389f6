import { DocumentRepository, TenantConfigRepository, type TenantConfigDocument } from '@vance/data';
import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { eventually } from '@vance/testing';
import { DocumentService } from '../documents/document.service';
import { PromptService } from '../prompts/prompt.service';
import { RecipeService } from '../recipes/recipe.service';
import { TenantConfig } from '../settings/tenant-config';
import { DocumentsApp } from '../testing/documents-app';
import { promptVariables } from '../testing/prompt-variables';
import { Cascade } from './cascade';

const admin = { userId: 'usr_admin', administers: true };
const yaml = (title: string) => `name: mine\ntitle: ${title}\ndescription: d\nengine: arthur\n`;

describe('what is kept by the revision', () => {
  let app: DocumentsApp;
  let replica: DocumentsApp;
  let scope: TenantScope;

  beforeAll(async () => {
    app = await DocumentsApp.start('revision-cache');
    replica = await app.replica();
  });
  afterAll(async () => {
    await replica.stop();
    await app.drop();
  });
  beforeEach(() => {
    scope = tenantScope(newId('usr'));
  });

  const save = (path: string, content: string) =>
    app.module.get(DocumentService).write(scope, 'p', path, { content }, admin);
  const promptOf = async ({ module }: DocumentsApp) =>
    (await module.get(PromptService).resolveForMode(scope, 'p', 'own', promptVariables())).text;
  const titleOf = async ({ module }: DocumentsApp) =>
    (await module.get(RecipeService).effective(scope, 'p', 'mine')).recipe.title;
  const lookUpsOf = async (look: () => Promise<unknown>) => {
    const layers = jest.spyOn(replica.module.get(Cascade), 'layers');
    await look();
    const { length } = layers.mock.calls;
    layers.mockRestore();
    return length;
  };
  const markers = () =>
    app.database.connection
      .collection<TenantConfigDocument>('tenant_config')
      .findOne({ _id: scope.tenantId });

  it('is one look-up for any number of turns, and an edit leaves no announcement behind', async () => {
    await save('prompts/own.md', 'first');
    const looks = await lookUpsOf(async () => {
      for (let turn = 0; turn < 10; turn += 1) await promptOf(replica);
    });
    expect(looks).toBe(1);
    expect(await markers()).toMatchObject({ revision: 1, edits: [] });
  });

  it('never shows what was there before an edit that died between its two writes', async () => {
    await save('prompts/own.md', 'before');
    await save('recipes/mine.yaml', yaml('before'));
    expect([await promptOf(replica), await titleOf(replica)]).toEqual(['before', 'before']);
    const repository = app.module.get(DocumentRepository);
    let written: () => void = () => undefined;
    const stands = new Promise<void>((resolve) => (written = resolve));
    // The writer's process ends after the document's write: it never comes back to end the edit.
    void app.module.get(TenantConfigRepository).edit(scope, async () => {
      // Announced, not written: what is read now must not be kept.
      expect([await promptOf(replica), await titleOf(replica)]).toEqual(['before', 'before']);
      const texts = { 'prompts/own.md': 'after', 'recipes/mine.yaml': yaml('after') };
      for (const [path, content] of Object.entries(texts)) {
        const write = { content, updatedBy: 'usr_admin' };
        await repository.write(scope, { project: 'p', path }, write, 'any');
      }
      written();
      return new Promise(() => undefined);
    });
    await stands;
    for (const one of [app, replica])
      expect([await promptOf(one), await titleOf(one)]).toEqual(['after', 'after']);
  });

  it('is kept again when the edit of a dead process has been ended, by whoever meets it', async () => {
    const configs = app.module.get(TenantConfigRepository);
    await save('prompts/own.md', 'text');
    const rows = app.database.connection.collection<{ _id: string }>('tenant_config');
    const at = (age: number) => new Date(Date.now() - age * 1_000);
    const edits = [
      { id: 'req_dead', at: at(600) },
      { id: 'req_alive', at: at(0) },
    ];
    await rows.updateOne({ _id: scope.tenantId }, { $set: { edits } });
    await configs.endAbandoned(scope);
    expect(await markers()).toMatchObject({ revision: 2, edits: [{ id: 'req_alive' }] });
    await configs.endAbandoned(scope);
    expect(await markers()).toMatchObject({ revision: 2 });

    await rows.updateOne({ _id: scope.tenantId }, { $set: { edits: edits.slice(0, 1) } });
    expect(await lookUpsOf(() => promptOf(replica))).toBe(1);
    await eventually(async () => expect(await markers()).toMatchObject({ edits: [] }));
    expect((await replica.module.get(TenantConfig).read(scope)).editing).toBeUndefined();
    await promptOf(replica);
    expect(await lookUpsOf(() => promptOf(replica))).toBe(0);
  });

  it('is a new one also after an edit that was refused', async () => {
    await save('prompts/own.md', 'text');
    const refused = app.module
      .get(DocumentService)
      .write(scope, 'p', 'prompts/own.md', { content: 'x' }, admin, { versions: [9] });
    await expect(refused).rejects.toMatchObject({ code: 'PRECONDITION_FAILED' });
    expect(await markers()).toMatchObject({ edits: [] });
    expect(await promptOf(replica)).toBe('text');
  });
});
