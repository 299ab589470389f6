import { inspect } from 'node:util';
import { SettingRepository, TenantConfigRepository } from '@vance/data';
import { tenantScope, type TenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { DocumentsApp, masterKeyOf } from '../testing/documents-app';
import { SettingsService } from './settings.service';

const KEY = 'vance.models.openai.apiKey';
const TENANT = '_tenant';
const CANARY = 'canary-4f1c-secret';

describe('secrets', () => {
  let app: DocumentsApp;
  let settings: SettingsService;
  let scope: TenantScope;
  let count = 0;

  beforeAll(async () => {
    app = await DocumentsApp.start('secrets');
    settings = app.module.get(SettingsService);
  });
  beforeEach(() => {
    scope = tenantScope(`ten_${(count += 1)}`);
  });
  afterAll(() => app.drop());

  const put = (value: unknown, { project = TENANT, key = KEY, by = settings, as = scope } = {}) =>
    by.put(as, project, key, value, 'usr_admin');
  const secret = (project = 'p', by = settings) => by.secret(scope, project, KEY);
  const refusal = async (asking: Promise<unknown>): Promise<unknown> =>
    asking.then(
      () => undefined,
      (error: unknown) => error,
    );

  /** Everything the database holds, as text. */
  async function everythingStored(): Promise<string> {
    const { db } = app.database.connection;
    if (!db) throw new Error('no database');
    const collections = await db.collections();
    const rows = await Promise.all(collections.map((rows) => rows.find().toArray()));
    return JSON.stringify(rows);
  }

  it('are told to nobody but who needs them', async () => {
    const shown = { key: KEY, layer: 'tenant', version: 1, shadowed: [], set: true, ownSet: true };
    expect(await put(CANARY)).toMatchObject(shown);
    expect(await settings.effective(scope, TENANT, KEY)).toMatchObject(shown);
    const below = await settings.effective(scope, 'p', KEY);
    expect(below).toMatchObject({ ...shown, ownSet: false });
    expect(below).not.toHaveProperty('value');
    expect(below).not.toHaveProperty('own');
    expect(await settings.list(scope, TENANT)).toEqual(
      expect.arrayContaining([expect.objectContaining(shown)]),
    );
    expect(JSON.stringify(await settings.list(scope, TENANT))).not.toContain('canary');
    expect(await secret()).toBe(CANARY);
    await put(`${CANARY}-2`);
    await settings.remove(scope, TENANT, KEY, 'usr_admin');
    const record = await app.module.get(Audit).list(scope, { limit: 10 });
    expect(record.map(({ data }) => data)).toEqual([
      { before: { set: true }, after: null },
      { before: { set: true }, after: { set: true } },
      { before: null, after: { set: true } },
    ]);
    expect(await everythingStored()).not.toContain('canary');
    expect(await secret()).toBeUndefined();
    expect(await settings.effective(scope, TENANT, KEY)).toMatchObject({
      ...{ key: KEY, layer: 'bundled', version: 0, shadowed: [], set: false, ownSet: false },
    });
  });

  it('lie sealed in both layers, and the project’s counts before the tenant’s', async () => {
    await put(`${CANARY}-tenant`);
    await put(`${CANARY}-project`, { project: 'p' });
    expect(await everythingStored()).not.toContain('canary');
    expect([await secret('p'), await secret('q')]).toEqual([
      `${CANARY}-project`,
      `${CANARY}-tenant`,
    ]);
    await settings.remove(scope, 'p', KEY, 'usr_admin');
    expect(await secret('p')).toBe(`${CANARY}-tenant`);
  });

  it('open in no other tenant, project or setting, by whoever they were copied there', async () => {
    await put(CANARY);
    await put(CANARY, { project: 'p' });
    const own = (await app.module.get(TenantConfigRepository).read(scope))?.settings[0];
    const [row] = await app.module.get(SettingRepository).list(scope, 'p');
    if (!own || !row) throw new Error('nothing was stored');
    const other = tenantScope(`${scope.tenantId}_other`);
    const configs = app.module.get(TenantConfigRepository);
    const rows = app.module.get(SettingRepository);
    const gemini = 'vance.models.gemini.apiKey';
    await configs.put(other, own, null);
    await configs.put(scope, { ...own, key: gemini }, null);
    const { value, updatedBy, updatedAt } = row;
    const copy = { value, updatedBy, updatedAt };
    await rows.put(other, { project: 'p', key: KEY }, copy, null, 1);
    await rows.put(scope, { project: 'q', key: KEY }, copy, null, 1);
    for (const [as, project, key] of [
      [other, TENANT, KEY],
      [other, 'p', KEY],
      [scope, TENANT, gemini],
      [scope, 'q', KEY],
    ] as const)
      await expect(settings.secret(as, project, key)).rejects.toMatchObject({
        code: 'SECRET_UNREADABLE',
        message: expect.stringContaining(`The secret ${key} of ${project} cannot be opened`),
      });
    expect(await secret('p')).toBe(CANARY);
  });

  it('of a lost master key name themselves; everything else goes on', async () => {
    await put(CANARY);
    const elsewhere = await app.replica({ env: { VANCE_MASTER_KEY: masterKeyOf(7) } });
    const other = elsewhere.module.get(SettingsService);
    await expect(secret('p', other)).rejects.toMatchObject({
      ...{ code: 'SECRET_UNREADABLE', status: 500, fixer: 'operator' },
      message: expect.stringMatching(/apiKey of _tenant cannot be opened.*VANCE_MASTER_KEYS_OLD/),
    });
    expect(await other.effective(scope, 'p', KEY)).toMatchObject({ set: true });
    expect(await other.list(scope, 'p')).toEqual(await settings.list(scope, 'p'));
    const readOnly = 'vance.tools.clientReadOnly';
    expect(await put(['client_x'], { key: readOnly, by: other })).toMatchObject({
      layer: 'tenant',
    });
    await put('new-one', { by: other });
    expect(await secret('p', other)).toBe('new-one');
    await elsewhere.stop();
  });

  it('open with a former master key', async () => {
    await put(CANARY);
    const next = await app.replica({
      env: { VANCE_MASTER_KEY: masterKeyOf(7), VANCE_MASTER_KEYS_OLD: masterKeyOf(9) },
    });
    expect(await secret('p', next.module.get(SettingsService))).toBe(CANARY);
    await next.stop();
  });

  it('are repeated by no refusal', async () => {
    const wrong = [`${CANARY} x`, `${CANARY}\n`.repeat(2), [CANARY], { canary: CANARY }];
    for (const value of wrong) {
      const error = await refusal(put(value));
      expect(error).toMatchObject({ code: 'UNPROCESSABLE', status: 422 });
      expect(inspect(error, { depth: 9 })).not.toContain('canary');
    }
    expect(app.warnings).not.toContain('canary');
  });

  it('are secrets only where the catalogue says so', async () => {
    await expect(settings.secret(scope, 'p', 'vance.tools.clientLabels')).rejects.toMatchObject({
      ...{ code: 'UNPROCESSABLE', message: 'vance.tools.clientLabels is no secret.' },
    });
  });

  it('of a pattern are one for each name, at most fifty', async () => {
    const token = (name: string) => `vance.tools.mcp.${name}.token`;
    for (let i = 0; i < 50; i += 1) await put(`token-${i}`, { key: token(`s${i}`) });
    expect(await settings.secret(scope, 'p', token('s7'))).toBe('token-7');
    await put('changed', { key: token('s7') });
    expect(await settings.secret(scope, 'p', token('s7'))).toBe('changed');
    await expect(put('x', { key: token('one-more') })).rejects.toMatchObject({
      code: 'UNPROCESSABLE',
    });
    await put('x', { key: token('one-more'), project: 'p' });
    const listed = (await settings.list(scope, 'p')).filter(({ key }) => key.includes('.mcp.'));
    expect(listed).toHaveLength(51);
    expect(listed[0]).toMatchObject({
      key: token('one-more'),
      layer: 'project',
      version: 1,
      shadowed: [],
      set: true,
      ownSet: true,
    });
  });
});

describe('addresses', () => {
  const URL_KEY = 'vance.models.openai.baseUrl';
  const scope = tenantScope('ten_urls');
  let app: DocumentsApp;
  let settings: SettingsService;

  beforeAll(async () => {
    app = await DocumentsApp.start('addresses', {
      egress: {
        allow: ['10.0.0.7:9000'],
        resolve: async (name) => [
          { address: name.startsWith('inside') ? '10.0.0.7' : '93.184.216.34', family: 4 },
        ],
      },
    });
    settings = app.module.get(SettingsService);
  });
  afterAll(() => app.drop());

  const put = (value: unknown) => settings.put(scope, '_tenant', URL_KEY, value, 'usr_admin');

  it('are saved where they may be asked', async () => {
    for (const value of ['https://models.example/v1', 'http://10.0.0.7:9000/v1'])
      expect(await put(value)).toMatchObject({ value, layer: 'tenant', own: value });
  });

  it.each([
    ['http://models.example/v1', /https/],
    ['https://inside.example/v1', /public internet/],
    ['https://10.0.0.7/v1', /public internet/],
    ['https://169.254.169.254/latest', /public internet/],
    ['https://localhost/v1', /private network/],
    ['https://key@models.example/v1', /user name/],
  ])('are refused otherwise: %s', async (value, message) => {
    await expect(put(value)).rejects.toMatchObject({
      ...{ code: 'EGRESS_REFUSED', status: 422 },
      message: expect.stringMatching(message),
      data: { errors: [{ path: 'value', message: expect.stringMatching(message) }] },
    });
  });
});
