import { inspect } from 'node:util';
import { Egress } from '@vance/egress';
import { tenantScope, type TenantScope } from '@vance/kernel';
import { SettingsService } from '../settings/settings.service';
import { TenantConfig } from '../settings/tenant-config';
import { DocumentsApp, masterKeyOf } from '../testing/documents-app';
import { ModelAccessService } from './model-access.service';

const env = { OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
const egress = {
  allow: [],
  resolve: () => Promise.resolve([{ address: '93.184.216.34', family: 4 }]),
};

describe('tenants’ keys for models', () => {
  let app: DocumentsApp;
  let replica: DocumentsApp;
  let scope: TenantScope;
  let count = 0;

  beforeAll(async () => {
    app = await DocumentsApp.start('model-access', { env, egress });
    replica = await app.replica({ env, egress });
  });
  beforeEach(() => {
    scope = tenantScope(`ten_${(count += 1)}`);
  });
  afterAll(async () => {
    await replica.stop();
    await app.drop();
  });

  const set = (name: string, value: string, project = '_tenant') =>
    app.module.get(SettingsService).put(scope, project, `vance.models.${name}`, value, 'usr_admin');
  /** What a turn that opens now on the other replica asks by. */
  async function atNextTurn(on = replica, as = scope) {
    const config = await on.module.get(TenantConfig).read(as);
    return on.module.get(ModelAccessService).accesses(as, 'p', config);
  }
  async function wayTo(provider: string, on = replica) {
    const found = (await atNextTurn(on))?.get(provider);
    if (found?.kind !== 'own') return found?.reason;
    const { apiKey, baseUrl, fetch } = found.access;
    return [apiKey, baseUrl, fetch === on.module.get(Egress).fetch];
  }

  it('are none until someone sets one, and say nothing of other tenants', async () => {
    expect(await atNextTurn()).toBeUndefined();
    await set('openai.apiKey', 'key-1');
    expect(await atNextTurn(replica, tenantScope('ten_other'))).toBeUndefined();
    expect([...((await atNextTurn())?.keys() ?? [])]).toEqual(['openai']);
  });

  it('count at the next turn on every replica, when they come, change and go', async () => {
    await set('openai.apiKey', 'key-1');
    expect(await wayTo('openai')).toEqual(['key-1', env.OPENAI_BASE_URL, false]);
    await set('openai.apiKey', 'key-2');
    expect(await wayTo('openai')).toEqual(['key-2', env.OPENAI_BASE_URL, false]);
    await set('openai.baseUrl', 'https://models.example/v1');
    expect(await wayTo('openai')).toEqual(['key-2', 'https://models.example/v1', true]);
    await set('openai.apiKey', 'key-p', 'p');
    expect(await wayTo('openai')).toEqual(['key-p', 'https://models.example/v1', true]);
    const settings = app.module.get(SettingsService);
    await settings.remove(scope, 'p', 'vance.models.openai.apiKey', 'usr_admin');
    await settings.remove(scope, '_tenant', 'vance.models.openai.apiKey', 'usr_admin');
    expect(await wayTo('openai')).toMatch(/baseUrl is set in _tenant, but .*apiKey is not/);
    await settings.remove(scope, '_tenant', 'vance.models.openai.baseUrl', 'usr_admin');
    expect(await atNextTurn()).toBeUndefined();
  });

  it('cost a turn nothing while nothing changes', async () => {
    await set('gemini.apiKey', 'key-g');
    const once = await atNextTurn();
    const reads = jest.spyOn(replica.module.get(SettingsService), 'layers');
    expect(await atNextTurn()).toBe(once);
    expect(reads).not.toHaveBeenCalled();
  });

  it('that cannot be opened give no way at all, and the other provider works', async () => {
    await set('openai.apiKey', 'key-o');
    const lost = await app.replica({ env: { VANCE_MASTER_KEY: masterKeyOf(7) }, egress });
    const by = lost.module.get(SettingsService);
    await by.put(scope, 'p', 'vance.models.gemini.apiKey', 'key-g', 'usr_admin');
    expect(await wayTo('openai', lost)).toMatch(/apiKey of _tenant cannot be opened/);
    expect(await wayTo('gemini', lost)).toEqual(['key-g', undefined, false]);
    await lost.stop();
  });

  it('show in no inspection', async () => {
    await set('openai.apiKey', 'canary-key');
    const text = inspect(await atNextTurn(), { depth: 9, showHidden: true });
    expect(text + JSON.stringify([...((await atNextTurn()) ?? [])])).not.toContain('canary');
  });
});
