import type { TestingModule } from '@nestjs/testing';
import { type Database, KitRepository } from '@vance/data';
import { DocumentService, RecipeService, SettingsService } from '@vance/documents';
import { DocumentsApp } from '@vance/documents/testing';
import { DomainError, tenantScope, type TenantScope } from '@vance/kernel';
import { Audit, TENANT_PROJECT } from '@vance/tenancy';
import { KitService } from './kit.service';
import { KitUpkeep } from './kit-upkeep';
import { KitsModule } from './kits.module';
import { renderKit } from './core/render-kit';
import type { RawFile } from './core/kit';

const ADMIN = { userId: 'usr_admin', administers: true };
const MEMBER = { userId: 'usr_member', administers: false };
const recipe = (title: string): string =>
  JSON.stringify({ name: 'writer', title, description: 'Writes', engine: 'arthur' });
const kitFiles = (texts: Readonly<Record<string, string>>): RawFile[] =>
  Object.entries(texts).map(([path, text]) => ({ path, bytes: Buffer.from(text) }));
const TEAM = {
  'kit.yaml': 'name: team\nversion: 1.2.0\ndescription: What our team plays by\n',
  'recipes/writer.yaml': recipe('Writer'),
  'prompts/arthur-prompt.md': 'Be {{ mode }}.\n',
  'manuals/house.md': '# House\n',
  'ai-models.yaml': 'models:\n  openai:x:\n    maxTools: 20\n',
};

describe('kits', () => {
  let world: DocumentsApp;
  let app: TestingModule;
  let database: Database;
  let kits: KitService;
  let documents: DocumentService;
  let count = 0;
  let scope: TenantScope;

  beforeAll(async () => {
    world = await DocumentsApp.start('kits', { more: [KitsModule] });
    ({ module: app, database } = world);
    kits = app.get(KitService);
    documents = app.get(DocumentService);
  });
  beforeEach(() => {
    scope = tenantScope(`ten_${(count += 1)}`);
  });
  afterAll(async () => {
    await world.drop();
  });

  const stage = (texts: Readonly<Record<string, string>> = TEAM, project = 'p') =>
    kits.stage(scope, project, kitFiles(texts), 'usr_member');
  const apply = (hash: string, by = ADMIN, project = 'p') =>
    kits.apply(scope, project, 'team', hash, by);
  const textAt = async (path: string, project = 'p') =>
    (await documents.lookFor(scope, project, path))?.content;
  const title = async () =>
    (await app.get(RecipeService).effective(scope, 'p', 'writer')).recipe.title;
  /** Whoever applied it is dead: its time is over. */
  const expire = () =>
    database.connection
      .collection('kits')
      .updateOne({ tenantId: scope.tenantId }, { $set: { 'applying.until': new Date(0) } });

  it('change nothing that counts when they are staged', async () => {
    const { hash } = await stage();
    expect(await textAt('recipes/writer.yaml')).toBeUndefined();
    expect(await kits.list(scope, 'p')).toEqual([
      expect.objectContaining({
        ...{ name: 'team', version: '1.2.0', hash, stagedBy: 'usr_member' },
        paths: Object.keys(TEAM).slice(1).sort(),
      }),
    ]);
  });

  it('applied, count at once, and exported again have the same hash', async () => {
    const { hash } = await stage();
    await documents.write(scope, 'p', 'prompts/other.md', { content: 'mine' }, ADMIN);
    expect((await apply(hash)).changed).toHaveLength(4);
    expect(await title()).toBe('Writer');
    const exported = await kits.export(scope, 'p', { name: 'team' });
    expect(exported.hash).toBe(hash);
    const again = renderKit(exported).map(({ path, content }) => ({
      path,
      bytes: Buffer.from(content),
    }));
    const other = tenantScope('ten_other');
    expect((await kits.stage(other, 'q', again, 'usr_x')).hash).toBe(hash);
    expect((await kits.apply(other, 'q', 'team', hash, ADMIN)).changed).toHaveLength(4);
    expect((await kits.export(other, 'q', { name: 'team' })).hash).toBe(hash);
  });

  it('of another name hold all that the project has of its own, but no secret', async () => {
    const settings = app.get(SettingsService);
    await documents.write(scope, 'p', 'manuals/a.md', { content: 'A' }, ADMIN);
    await documents.write(scope, 'p', 'notes/b.md', { content: 'B' }, ADMIN);
    await settings.put(scope, 'p', 'vance.models.openai.apiKey', 'sk-secret', 'usr_admin');
    const kit = await kits.export(scope, 'p', { name: 'all' });
    expect(kit).toMatchObject({
      version: '1.0.0',
      files: [{ path: 'manuals/a.md' }],
      settings: [],
    });
    await expect(kits.export(scope, 'empty', { name: 'all' })).rejects.toMatchObject({
      code: 'KIT_INVALID',
    });
  });

  it('are applied by administrators only, and only with the hash of what is staged', async () => {
    const first = await stage();
    await expect(apply(first.hash, MEMBER)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const second = await stage({ ...TEAM, 'recipes/writer.yaml': recipe('Swapped') });
    await expect(apply(first.hash)).rejects.toMatchObject({
      code: 'KIT_CHANGED',
      message: expect.stringContaining(second.hash),
    });
    await expect(apply('0'.repeat(64))).rejects.toMatchObject({ code: 'KIT_CHANGED' });
    await expect(kits.apply(scope, 'p', 'none', first.hash, ADMIN)).rejects.toMatchObject({
      status: 404,
    });
    expect(await textAt('recipes/writer.yaml')).toBeUndefined();
  });

  it('with anything that a save would refuse are not even staged, and every fault is named', async () => {
    const broken = {
      ...TEAM,
      'recipes/writer.yaml': 'name: writer\n',
      'prompts/arthur-prompt.md': '{{ x() }}',
      'settings.yaml':
        'vance.no.such: 1\nvance.models.openai.apiKey: sk-1\nvance.engine.planMode.globalDefault: disabled\n',
    };
    const error: { data: { errors: { path: string; message: string }[] } } = await stage(
      broken,
    ).catch((refusal) => refusal);
    const told = error.data.errors.map(({ path, message }) => `${path}: ${message}`).join('\n');
    expect(error.data.errors.find(({ path }) => path.startsWith('recipes/'))).toMatchObject({
      ...{ line: expect.any(Number), key: expect.any(String), example: expect.any(String) },
    });
    const setting = error.data.errors.find(({ path }) => path === 'settings.yaml');
    expect(setting).toMatchObject({ key: expect.stringMatching(/^vance\./) });
    expect(told).toMatch(/recipes\/writer\.yaml: .*key engine/);
    expect(told).toMatch(/prompts\/arthur-prompt\.md: /);
    expect(told).toMatch(/settings\.yaml: There is no setting vance\.no\.such/);
    expect(told).toMatch(/apiKey is a secret/);
    expect(told).toMatch(/globalDefault is a setting of the whole tenant/);
    expect(told).not.toContain('sk-1');
    expect(await kits.list(scope, 'p')).toEqual([]);
  });

  it('with an address that may not be asked are not even staged, and that is told', async () => {
    const files = {
      ...TEAM,
      'settings.yaml': 'vance.models.openai.baseUrl: https://10.0.0.1/\n',
    };
    await expect(stage(files)).rejects.toMatchObject({
      ...{ code: 'KIT_INVALID', status: 422 },
      data: { errors: [{ path: 'settings.yaml', message: expect.stringContaining('10.0.0.1') }] },
    });
  });

  it('may hold prompts that include each other, in any order of names', async () => {
    const { hash } = await stage({
      'kit.yaml': TEAM['kit.yaml'],
      'prompts/a.md': 'A {% include "b" %}',
      'prompts/b.md': 'B',
    });
    expect((await apply(hash)).changed).toEqual(['prompts/a.md', 'prompts/b.md']);
    const circle = { 'prompts/b.md': 'B {% include "a" %}', 'prompts/a.md': '{% include "b" %}' };
    await expect(stage({ 'kit.yaml': TEAM['kit.yaml'], ...circle })).rejects.toMatchObject({
      code: 'KIT_INVALID',
    });
  });

  it.each(['at once', 'after a crash'])(
    'whose writing is refused midway (%s) leave everything as it was, and can be staged again',
    async (when) => {
      const key = 'vance.tracing.retentionDays';
      const settings = app.get(SettingsService);
      await documents.write(scope, TENANT_PROJECT, 'manuals/house.md', { content: 'old' }, ADMIN);
      const files = { ...TEAM, 'settings.yaml': `${key}: 7\n` };
      const { hash } = await stage(files, TENANT_PROJECT);
      const write = documents.write.bind(documents);
      let crashes = when === 'at once' ? 0 : 1;
      const refusing = jest.spyOn(documents, 'write').mockImplementation((...args) => {
        if (args[2] !== 'recipes/writer.yaml') return write(...args);
        if ((crashes -= 1) >= 0) return Promise.reject(new Error('the disk is full'));
        return Promise.reject(new DomainError('RECIPE_INVALID', 'no more', { status: 422 }));
      });
      const applied = apply(hash, ADMIN, TENANT_PROJECT);
      if (when === 'at once')
        await expect(applied).rejects.toMatchObject({
          ...{ code: 'KIT_INVALID', data: { errors: [{ path: 'recipes/writer.yaml' }] } },
        });
      else {
        await expect(applied).rejects.toThrow('the disk is full');
        await expire();
        expect(await app.get(KitUpkeep).finishAbandoned()).toBe(0);
      }
      refusing.mockRestore();
      expect(await textAt('manuals/house.md', TENANT_PROJECT)).toBe('old');
      expect(await textAt('prompts/arthur-prompt.md', TENANT_PROJECT)).toBeUndefined();
      expect((await settings.effective(scope, TENANT_PROJECT, key)).own).toBeUndefined();
      const [kit] = await kits.list(scope, TENANT_PROJECT);
      expect(kit).toMatchObject({ fault: expect.stringContaining('no more') });
      expect(kit?.applying).toBeUndefined();
      const again = await stage(files, TENANT_PROJECT);
      expect((await apply(again.hash, ADMIN, TENANT_PROJECT)).changed).toHaveLength(5);
    },
  );

  it('bring settings too, in the tenant’s own layer those of the whole tenant', async () => {
    const key = 'vance.engine.planMode.globalDefault';
    const { hash } = await stage(
      { ...TEAM, 'settings.yaml': `${key}: disabled\n` },
      TENANT_PROJECT,
    );
    expect((await apply(hash, ADMIN, TENANT_PROJECT)).changed).toContain(key);
    expect(await app.get(SettingsService).effective(scope, 'p', key)).toMatchObject({
      ...{ value: 'disabled', layer: 'tenant' },
    });
    expect((await kits.export(scope, TENANT_PROJECT, { name: 'team' })).hash).toBe(hash);
  });

  it('half applied when their writer died are finished by the upkeep, once', async () => {
    const { hash } = await stage();
    const repository = app.get(KitRepository);
    expect(
      await repository.begin(scope, { project: 'p', name: 'team' }, hash, 'usr_admin'),
    ).not.toBeNull();
    await documents.write(scope, 'p', 'ai-models.yaml', { content: TEAM['ai-models.yaml'] }, ADMIN);
    const upkeep = app.get(KitUpkeep);
    expect(await upkeep.finishAbandoned()).toBe(0);
    await expect(apply(hash)).rejects.toMatchObject({ code: 'KIT_BUSY' });
    await expect(stage()).rejects.toMatchObject({ code: 'KIT_BUSY' });
    await expire();
    const finished = await Promise.all([upkeep.finishAbandoned(), upkeep.finishAbandoned()]);
    expect(finished[0] + finished[1]).toBe(1);
    expect(await title()).toBe('Writer');
    const [kit] = await kits.list(scope, 'p');
    expect(kit).toMatchObject({ applied: { hash, by: 'usr_admin' } });
    expect(kit?.applying).toBeUndefined();
    const { version } = await documents.read(scope, 'p', 'ai-models.yaml');
    expect(version).toBe(1);
  });

  it('that cannot be written say why, and are tried again', async () => {
    const { hash } = await stage();
    const failing = jest
      .spyOn(documents, 'write')
      .mockRejectedValueOnce(new Error('the disk is full'));
    await expect(apply(hash)).rejects.toThrow('the disk is full');
    failing.mockRestore();
    expect(await kits.list(scope, 'p')).toEqual([
      expect.objectContaining({ fault: 'the server failed', applying: expect.anything() }),
    ]);
    await expire();
    expect(await app.get(KitUpkeep).finishAbandoned()).toBe(1);
    expect(await title()).toBe('Writer');
    expect((await kits.read(scope, 'p', 'team')).fault).toBeUndefined();
  });

  it('applied by many at once are written once', async () => {
    const { hash } = await stage();
    const tries = await Promise.allSettled(Array.from({ length: 8 }, () => apply(hash)));
    const changed = tries.flatMap((one) =>
      one.status === 'fulfilled' ? [...one.value.changed] : [],
    );
    expect(changed.sort()).toEqual(Object.keys(TEAM).slice(1).sort());
  });

  it('are on record with what they changed, in the name of who applied them', async () => {
    const { hash } = await stage();
    await apply(hash);
    const rows = await app.get(Audit).list(scope, { limit: 20 });
    expect(rows.find(({ action }) => action === 'kit-applied')).toMatchObject({
      ...{ actor: 'usr_admin', target: 'p/team' },
      data: { hash, version: '1.2.0', changed: expect.arrayContaining(['recipes/writer.yaml']) },
    });
    const written = rows.filter(({ action }) => action === 'configuration-changed');
    expect(written.map(({ target }) => target)).toContain('p/recipes/writer.yaml');
  });

  it('are on record when they are staged, refused and forgotten too, with who did it', async () => {
    const { hash } = await stage();
    await expect(apply('0'.repeat(64))).rejects.toMatchObject({ code: 'KIT_CHANGED' });
    await kits.remove(scope, 'p', 'team', 'usr_admin');
    const rows = await app.get(Audit).list(scope, { limit: 20 });
    expect(rows).toMatchObject([
      { action: 'kit-removed', actor: 'usr_admin', target: 'p/team' },
      {
        action: 'kit-refused',
        actor: 'usr_admin',
        outcome: 'refused',
        data: { code: 'KIT_CHANGED' },
      },
      { action: 'kit-staged', actor: 'usr_member', data: { hash, version: '1.2.0' } },
    ]);
  });

  it('of another tenant are not there', async () => {
    const { hash } = await stage();
    const other = tenantScope('ten_stranger');
    expect(await kits.list(other, 'p')).toEqual([]);
    await expect(kits.apply(other, 'p', 'team', hash, ADMIN)).rejects.toMatchObject({
      status: 404,
    });
    await expect(kits.remove(other, 'p', 'team', 'usr_x')).rejects.toMatchObject({ status: 404 });
  });

  it('can be forgotten; what they brought stays', async () => {
    const { hash } = await stage();
    await apply(hash);
    await kits.remove(scope, 'p', 'team', 'usr_admin');
    expect(await kits.list(scope, 'p')).toEqual([]);
    expect(await textAt('recipes/writer.yaml')).toBe(TEAM['recipes/writer.yaml']);
  });
});
