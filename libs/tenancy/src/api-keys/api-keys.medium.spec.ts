import { tenantScope } from '@vance/kernel';
import { TenantService } from '../accounts/tenant.service';
import { UserService } from '../accounts/user.service';
import { Audit } from '../audit/audit';
import type { Principal } from '../principal';
import { TenancyApp } from '../testing/tenancy-app';
import { Authenticator } from '../tokens/authenticator';
import { TokenService } from '../tokens/token.service';
import { ApiKeyService } from './api-key.service';

const refused = { code: 'UNAUTHENTICATED', status: 401, message: 'Sign in first.' };

describe('API keys', () => {
  let app: TenancyApp;
  let keys: ApiKeyService;
  let authenticator: Authenticator;
  let admin: Principal;

  beforeAll(async () => {
    app = await TenancyApp.start('tenancy-api-keys');
    keys = app.module.get(ApiKeyService);
    authenticator = app.module.get(Authenticator);
    const first = { username: 'admin', password: 'admin-password' };
    await app.module.get(TenantService).create({ name: 'acme', admin: first });
    admin = await signIn('admin');
  });
  afterAll(() => app.drop());

  async function signIn(username: string): Promise<Principal> {
    const credentials = { tenant: 'acme', username, password: `${username}-password` };
    const { accessToken } = await app.module.get(TokenService).issue(credentials);
    return authenticator.verify(accessToken);
  }
  async function member(username: string): Promise<Principal> {
    const user = { username, password: `${username}-password`, roles: ['member'] as const };
    await app.module.get(UserService).create(admin.scope, user, admin.userId);
    return signIn(username);
  }

  it('prove their user, with the roles of now, and have no end in sight', async () => {
    const user = await member('worker');
    const { key } = await keys.create(user, 'for scripts');
    const { userId, tenantId, tenant, username } = user;
    const proven = await authenticator.verify(key);
    expect(proven).toMatchObject({ userId, tenantId, tenant, username, roles: ['member'] });
    expect(proven.scope).toEqual(tenantScope(tenantId));
    expect(proven.expiresAt.getTime()).toBeGreaterThan(Date.now() + 3_600_000);

    const roles = ['member', 'service'] as const;
    await app.module.get(UserService).change(admin.scope, 'worker', { roles }, admin.userId);
    expect((await authenticator.verify(key)).roles).toEqual(roles);
  });

  it('are stored as hashes only, and on the record without the key', async () => {
    const { key, row } = await keys.create(admin, 'canary');
    for (const collection of ['api_keys', 'audit_log'] as const) {
      const rows = await app.database.connection.collection(collection).find().toArray();
      expect(JSON.stringify(rows)).toContain(row.keyId);
      expect(JSON.stringify(rows)).not.toContain(key);
    }
    const [noted] = await app.module.get(Audit).list(admin.scope, { limit: 1 });
    expect(noted).toMatchObject({ action: 'api-key-created', data: { name: 'canary' } });
  });

  it('prove nothing once they are ended; nobody else can end them', async () => {
    const user = await member('leaver');
    const { key, row } = await keys.create(user, '');
    await authenticator.verify(key);
    await expect(keys.remove(admin, row.keyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(authenticator.verify(key)).resolves.toMatchObject({ username: 'leaver' });
    await keys.remove(user, row.keyId);
    await expect(authenticator.verify(key)).rejects.toMatchObject(refused);
    await expect(keys.remove(user, row.keyId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('prove nothing once their user is gone', async () => {
    const user = await member('fired');
    const { key } = await keys.create(user, '');
    await authenticator.verify(key);
    await app.module.get(UserService).remove(admin.scope, 'fired', admin.userId);
    await expect(authenticator.verify(key)).rejects.toMatchObject(refused);
  });

  it.each(['vk-', 'vk-unknown', 'vk-{"$gt":""}'])(
    'that nobody made are refused: %s',
    async (key) => {
      await expect(authenticator.verify(key)).rejects.toMatchObject(refused);
    },
  );

  it('are bounded in number, and listed in order with their user alone', async () => {
    const user = await member('collector');
    for (let n = 0; n < 50; n += 1) await keys.create(user, `key ${n}`);
    await expect(keys.create(user, 'too many')).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    const first = await keys.list(user, { limit: 30 });
    const rest = await keys.list(user, { limit: 30, after: first.at(-1)!.keyId });
    const ids = [...first, ...rest].map(({ keyId }) => keyId);
    expect(new Set(ids).size).toBe(50);
    expect(ids).toEqual(ids.toSorted());
  });
});
