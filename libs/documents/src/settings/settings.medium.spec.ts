import type { DocumentExpectation } from '@vance/data';
import { tenantScope, type TenantScope } from '@vance/kernel';
import { tenantChannel } from '@vance/realtime';
import { Audit } from '@vance/tenancy';
import { DocumentsApp } from '../testing/documents-app';
import { SettingsService } from './settings.service';
import { settingKeys, TenantConfig } from './tenant-config';

const { globalDefault, rejectPhrases, clientLabels, clientReadOnly } = settingKeys;
const TENANT = '_tenant';

describe('settings', () => {
  let app: DocumentsApp;
  let replica: DocumentsApp;
  let settings: SettingsService;
  let configs: TenantConfig;
  let count = 0;
  let scope: TenantScope;

  beforeAll(async () => {
    app = await DocumentsApp.start('settings');
    replica = await app.replica();
    settings = app.module.get(SettingsService);
    configs = app.module.get(TenantConfig);
  });
  beforeEach(() => {
    scope = tenantScope(`ten_${(count += 1)}`);
  });
  afterAll(async () => {
    await replica.stop();
    await app.drop();
  });

  const put = (key: string, value: unknown, project = TENANT) =>
    settings.put(scope, project, key, value, 'usr_admin');

  it('have their defaults until someone sets them', async () => {
    expect(await configs.read(scope)).toEqual({
      revision: 0,
      planModeDefault: 'auto',
      clientLabels: { mode: 'all', readOnly: [] },
      budgets: {},
      tracing: { content: false, retentionDays: 90 },
    });
    expect(await settings.effective(scope, 'p', globalDefault)).toEqual({
      ...{ key: globalDefault, value: 'auto', layer: 'bundled', version: 0, shadowed: [] },
    });
  });

  it('the kill switch counts at the next read on every replica, and comes back', async () => {
    const other = replica.module.get(TenantConfig);
    const seen = async () => [
      (await configs.read(scope)).planModeDefault,
      (await other.read(scope)).planModeDefault,
    ];
    for (const value of ['disabled', 'auto', 'disabled']) {
      await put(globalDefault, value);
      expect(await seen()).toEqual([value, value]);
    }
    await settings.remove(scope, TENANT, globalDefault, 'usr_admin');
    expect(await seen()).toEqual(['auto', 'auto']);
  });

  it('of one tenant say nothing about another', async () => {
    await put(globalDefault, 'disabled');
    expect((await configs.read(tenantScope('ten_other'))).planModeDefault).toBe('auto');
  });

  it('tell connected clients when plan mode goes and comes, once for each change', async () => {
    const heard: unknown[] = [];
    const stop = await app.realtime.subscribe(tenantChannel(scope.tenantId), (message) =>
      heard.push(JSON.parse(message)),
    );
    await put(globalDefault, 'auto');
    await put(globalDefault, 'disabled');
    await put(globalDefault, 'disabled');
    await put(clientLabels, 'allowlist');
    await settings.remove(scope, TENANT, globalDefault, 'usr_admin');
    await new Promise(setImmediate);
    const kind = 'plan-mode-availability';
    expect(heard).toEqual([
      { kind, available: false },
      { kind, available: true },
    ]);
    await stop();
  });

  it('raise the revision with every change, also a hundred at once, and lose none', async () => {
    const before = (await configs.read(scope)).revision;
    const keys = [globalDefault, clientLabels, clientReadOnly, rejectPhrases];
    const values = ['disabled', 'allowlist', ['client_look'], ['nope']];
    await Promise.all(Array.from({ length: 100 }, (_, i) => put(keys[i % 4]!, values[i % 4])));
    expect(await configs.read(scope)).toEqual({
      revision: before + 100,
      planModeDefault: 'disabled',
      rejectPhrases: ['nope'],
      clientLabels: { mode: 'allowlist', readOnly: ['client_look'] },
      budgets: {},
      tracing: { content: false, retentionDays: 90 },
    });
  });

  it('refuse unknown keys, wrong values, and a project for what concerns the whole tenant', async () => {
    const wrong = { code: 'UNPROCESSABLE', status: 422 };
    await expect(put('vance.no.such', 1)).rejects.toMatchObject(wrong);
    await expect(put(globalDefault, 'off')).rejects.toMatchObject(wrong);
    await expect(put(globalDefault, { $ne: 1 })).rejects.toMatchObject(wrong);
    await expect(put(globalDefault, 'disabled', 'p')).rejects.toMatchObject({
      ...wrong,
      message: expect.stringMatching(/set it in the project _tenant/),
    });
    await expect(settings.effective(scope, 'p', 'vance.no.such')).rejects.toMatchObject(wrong);
    expect((await configs.read(scope)).revision).toBe(0);
  });

  it('keep odd texts as they are', async () => {
    const phrases = ['$dueAt', '$$NOW', 'a.b', '不', "'; drop", '🙂'];
    await put(rejectPhrases, phrases);
    expect((await configs.read(scope)).rejectPhrases).toEqual(phrases);
  });

  it('show what counts, where from, and what is set here', async () => {
    await put(globalDefault, 'disabled');
    const own = {
      ...{ key: globalDefault, value: 'disabled', layer: 'tenant', own: 'disabled', version: 1 },
      ownVersion: 1,
      shadowed: [{ layer: 'bundled', version: 0 }],
    };
    expect(await settings.effective(scope, TENANT, globalDefault)).toEqual(own);
    expect(await settings.effective(scope, 'p', globalDefault)).toEqual({
      ...{ ...own, own: undefined, ownVersion: undefined },
    });
    const list = await settings.list(scope, 'p');
    expect(list.map(({ key }) => key)).toEqual(expect.arrayContaining(Object.values(settingKeys)));
  });

  it('tell the version of the value that counts and the layers below it', async () => {
    const key = 'vance.models.openai.apiKey';
    const seen = async () => {
      const { layer, version, shadowed } = await settings.effective(scope, 'p', key);
      return [layer, version, ...shadowed.map((one) => `${one.layer} ${one.version}`)];
    };
    expect(await seen()).toEqual(['bundled', 0]);
    await put(rejectPhrases, ['no']);
    await put(key, 'key-one');
    // Of the tenant: the revision that its write made, which never comes again.
    expect(await seen()).toEqual(['tenant', 2]);
    await put(key, 'key-two', 'p');
    await put(key, 'key-three', 'p');
    expect(await seen()).toEqual(['project', 2, 'tenant 2']);
    await settings.remove(scope, 'p', key, 'a');
    expect(await seen()).toEqual(['tenant', 2]);
  });

  describe.each([
    ['the tenant', TENANT],
    ['a project', 'p'],
  ])('of %s', (_, project) => {
    const key = 'vance.models.openai.baseUrl';
    const address = (nth: number) => `https://8.8.8.${nth}/v1`;
    const puts = (nth: number, expected?: DocumentExpectation) =>
      settings.put(scope, project, key, address(nth), `usr_${nth}`, expected);
    const history = async (limit = 50, before?: number) => {
      const rows = await settings.history(scope, project, key, { limit, before });
      return rows.map(({ value, deleted, updatedBy }) => [value ?? deleted, updatedBy]);
    };

    it('keep what they were, and by whom, removals too', async () => {
      for (const nth of [1, 2]) await puts(nth);
      await settings.remove(scope, project, key, 'usr_gone');
      await puts(3);
      const all = [
        [address(3), 'usr_3'],
        [true, 'usr_gone'],
        [address(2), 'usr_2'],
        [address(1), 'usr_1'],
      ];
      expect(await history()).toEqual(all);
      const [, second] = await settings.history(scope, project, key, { limit: 2 });
      expect(await history(1)).toEqual(all.slice(0, 1));
      expect(await history(50, second!.version)).toEqual(all.slice(2));
    });

    it('have versions that rise and never repeat, also over a removal', async () => {
      const versions: (number | undefined)[] = [];
      for (const nth of [1, 2]) versions.push((await puts(nth)).ownVersion);
      await settings.remove(scope, project, key, 'a');
      versions.push((await puts(3)).ownVersion);
      const rows = await settings.history(scope, project, key, { limit: 50 });
      expect(new Set(rows.map(({ version }) => version)).size).toBe(4);
      expect(versions).toEqual([...versions].sort((a, b) => a! - b!));
      expect(new Set(versions).size).toBe(3);
    });

    it('are brought back as a new version, checked like any other', async () => {
      const { ownVersion = 0 } = await puts(1);
      await puts(2);
      const back = await settings.restore(scope, project, key, ownVersion, 'usr_back');
      expect(back).toMatchObject({ value: address(1) });
      expect(await history()).toEqual([
        [address(1), 'usr_back'],
        [address(2), 'usr_2'],
        [address(1), 'usr_1'],
      ]);
      const none = settings.restore(scope, project, key, 999, 'a');
      await expect(none).rejects.toMatchObject({ code: 'VERSION_NOT_FOUND', status: 404 });
    });

    it('are written where they are as expected, and nowhere else', async () => {
      const failed = { code: 'PRECONDITION_FAILED', status: 412 };
      await expect(puts(1, 'present')).rejects.toMatchObject(failed);
      const { ownVersion: first = 0 } = await puts(1, 'absent');
      await expect(puts(2, 'absent')).rejects.toMatchObject(failed);
      await puts(2, { versions: [first] });
      const stale = { versions: [first] };
      await expect(puts(3, stale)).rejects.toMatchObject(failed);
      await expect(settings.remove(scope, project, key, 'a', stale)).rejects.toMatchObject(failed);
      expect((await settings.effective(scope, project, key)).value).toBe(address(2));
    });

    it('let one of many through that saw the same version, on two replicas', async () => {
      const { ownVersion = 0 } = await puts(0);
      const other = replica.module.get(SettingsService);
      const told = await Promise.allSettled(
        Array.from({ length: 20 }, (_unused, nth) =>
          (nth % 2 === 0 ? settings : other).put(scope, project, key, address(nth), 'a', {
            versions: [ownVersion],
          }),
        ),
      );
      expect(told.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      expect(await history()).toHaveLength(2);
    });

    it('lose no value of many that are written at once', async () => {
      const other = replica.module.get(SettingsService);
      const all = Array.from({ length: 20 }, (_unused, nth) => nth);
      await Promise.all(
        all.map((nth) =>
          (nth % 2 === 0 ? settings : other).put(scope, project, key, address(nth), `usr_${nth}`),
        ),
      );
      const kept = (await history()).map(([value]) => value);
      expect(kept.sort()).toEqual(all.map(address).sort());
    });

    it.each(['q', TENANT])('are answered to their own writer, in %s', async (place) => {
      const other = replica.module.get(SettingsService);
      const answers = await Promise.all(
        Array.from({ length: 20 }, async (_unused, nth) => ({
          nth,
          ...(await (nth % 2 === 0 ? settings : other).put(scope, place, key, address(nth), 'a')),
        })),
      );
      const rows = await settings.history(scope, place, key, { limit: 50 });
      const written = new Map(rows.map(({ version, value }) => [version, value]));
      for (const { nth, own, value, version, ownVersion } of answers) {
        expect([own, value]).toEqual([address(nth), address(nth)]);
        expect(version).toBe(ownVersion);
        expect(written.get(ownVersion!)).toBe(address(nth));
      }
    });

    it('do not keep what a secret was', async () => {
      const secret = 'vance.models.openai.apiKey';
      const { ownVersion = 0 } = await settings.put(scope, project, secret, 'key-one', 'usr_1');
      await settings.put(scope, project, secret, 'key-two', 'usr_2');
      const rows = await settings.history(scope, project, secret, { limit: 9 });
      expect(rows.map(({ updatedBy, value }) => [updatedBy, value])).toEqual([
        ['usr_2', undefined],
        ['usr_1', undefined],
      ]);
      const filed = app.database.connection.collection('setting_versions');
      expect(await filed.countDocuments({ key: secret, value: { $exists: true } })).toBe(0);
      await expect(settings.restore(scope, project, secret, ownVersion, 'a')).rejects.toMatchObject(
        {
          ...{ status: 422, message: expect.stringContaining('set it anew') },
        },
      );
    });
  });

  it('that stand in the database as no JSON count as not set', async () => {
    await put(globalDefault, 'disabled');
    const rows = app.database.connection.collection<{ _id: string }>('tenant_config');
    const broken = { 'settings.0.value': '{', revision: 99 };
    await rows.updateOne({ _id: scope.tenantId }, { $set: broken });
    expect((await configs.read(scope)).planModeDefault).toBe('auto');
    expect((await settings.effective(scope, 'p', globalDefault)).value).toBe('auto');
  });

  it('cannot be removed where they are not set', async () => {
    const gone = { code: 'NOT_FOUND', status: 404 };
    await expect(settings.remove(scope, TENANT, clientLabels, 'a')).rejects.toMatchObject(gone);
    await expect(settings.remove(scope, 'p', clientLabels, 'a')).rejects.toMatchObject(gone);
  });

  it('are on record with the value before and after', async () => {
    await put(globalDefault, 'disabled');
    await put(globalDefault, 'auto');
    const [row] = await app.module.get(Audit).list(scope, { limit: 1 });
    expect(row).toMatchObject({
      ...{ actor: 'usr_admin', action: 'setting-changed', target: `_tenant/${globalDefault}` },
      data: { before: '"disabled"', after: '"auto"' },
    });
  });

  it('an unknown word among the client label settings closes the door', async () => {
    await put(clientLabels, 'allowlist');
    const written = { updatedAt: new Date(), updatedBy: 'a', version: 1 };
    const view = configs.view({
      ...{ _id: scope.tenantId, revision: 1 },
      settings: [
        { key: clientLabels, value: '"allowlist"', ...written },
        { key: clientReadOnly, value: '"client_wipe"', ...written },
      ],
    });
    expect(view.clientLabels).toEqual({ mode: 'allowlist', readOnly: [] });
  });

  it('concurrent reads of many tenants share a query', async () => {
    const scopes = Array.from({ length: 50 }, (_, i) => tenantScope(`ten_many_${i}`));
    await settings.put(scopes[7]!, TENANT, globalDefault, 'disabled', 'a');
    const views = await Promise.all(scopes.map((one) => configs.read(one)));
    const off = views.flatMap(({ planModeDefault }, i) =>
      planModeDefault === 'disabled' ? [i] : [],
    );
    expect(off).toEqual([7]);
  });
});
