import { SettingUpkeepRepository, TenantConfigRepository } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { DocumentsApp, masterKeyOf } from '../testing/documents-app';
import { SecretRotation } from './secret-rotation';
import { SettingCatalogue } from './setting-catalogue';
import { SettingSecrets } from './setting-secrets';
import { SettingsService } from './settings.service';

const OPENAI = 'vance.models.openai.apiKey';
const TOKEN = 'vance.tools.mcp.weather.token';
const [a, b] = [tenantScope('ten_a'), tenantScope('ten_b')];

describe('a change of the master key', () => {
  let app: DocumentsApp;
  let next: DocumentsApp;
  let last: DocumentsApp;

  beforeAll(async () => {
    app = await DocumentsApp.start('rotation');
    next = await app.replica({
      env: { VANCE_MASTER_KEY: masterKeyOf(7), VANCE_MASTER_KEYS_OLD: masterKeyOf(9) },
    });
    last = await app.replica({ env: { VANCE_MASTER_KEY: masterKeyOf(7) } });
    const settings = app.module.get(SettingsService);
    const put = (scope: typeof a, project: string, key: string, value: unknown) =>
      settings.put(scope, project, key, value, 'usr_admin');
    await put(a, '_tenant', OPENAI, 'a-tenant');
    await put(a, 'p', OPENAI, 'a-project');
    await put(a, '_tenant', 'vance.tools.clientLabels', 'allowlist');
    await put(b, '_tenant', TOKEN, 'b-token');
    await put(b, 'p', 'vance.models.gemini.apiKey', 'b-gemini');
  });
  afterAll(async () => {
    await next.stop();
    await last.stop();
    await app.drop();
  });

  const rotationOf = ({ module }: DocumentsApp) =>
    new SecretRotation(
      module.get(SettingUpkeepRepository),
      module.get(SettingCatalogue),
      module.get(SettingSecrets, { strict: false }),
    );
  const secretsBy = async ({ module }: DocumentsApp) => {
    const settings = module.get(SettingsService);
    return [
      await settings.secret(a, 'q', OPENAI),
      await settings.secret(a, 'p', OPENAI),
      await settings.secret(b, 'p', TOKEN),
      await settings.secret(b, 'p', 'vance.models.gemini.apiKey'),
    ];
  };

  it('seals every secret anew, once, and then the former key may go', async () => {
    const all = ['a-tenant', 'a-project', 'b-token', 'b-gemini'];
    await expect(secretsBy(last)).rejects.toMatchObject({ code: 'SECRET_UNREADABLE' });
    expect(await secretsBy(next)).toEqual(all);
    const revision = (await app.module.get(TenantConfigRepository).read(a))?.revision;
    expect(await rotationOf(next).run()).toEqual({ resealed: 4, current: 0, unreadable: [] });
    expect(await secretsBy(last)).toEqual(all);
    expect(await rotationOf(next).run()).toEqual({ resealed: 0, current: 4, unreadable: [] });
    const labels = await last.module
      .get(SettingsService)
      .effective(a, 'p', 'vance.tools.clientLabels');
    expect(labels).toMatchObject({ value: 'allowlist', layer: 'tenant' });
    // They mean what they meant: nobody has to read anything anew.
    expect((await app.module.get(TenantConfigRepository).read(a))?.revision).toBe(revision);
  });

  it('names what no key opens, and leaves it as it is', async () => {
    // The first application seals with the key that has gone.
    await app.module.get(SettingsService).put(a, 'p', OPENAI, 'lost', 'usr_admin');
    expect(await rotationOf(last).run()).toEqual({
      ...{ resealed: 0, current: 3, unreadable: [`ten_a/p/${OPENAI}`] },
    });
    expect(await rotationOf(next).run()).toMatchObject({ resealed: 1, unreadable: [] });
  });

  it('takes along what is set while it runs, and loses none of it', async () => {
    const settings = app.module.get(SettingsService);
    const names = Array.from({ length: 20 }, (_, i) => `vance.tools.mcp.s${i}.token`);
    const put = (key: string, value: string) => settings.put(b, '_tenant', key, value, 'usr_admin');
    await Promise.all(names.map((key) => put(key, 'before')));
    await Promise.all([...names.map((key) => put(key, 'after')), rotationOf(next).run()]);
    await rotationOf(next).run();
    const read = last.module.get(SettingsService);
    const found = await Promise.all(names.map((key) => read.secret(b, 'p', key)));
    expect(new Set(found)).toEqual(new Set(['after']));
  });
});
