import { createHmac, generateKeyPairSync } from 'node:crypto';
import { exportJWK, generateKeyPair, SignJWT, type JWTHeaderParameters } from 'jose';
import { SigningKeyRepository } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { TenantService } from '../accounts/tenant.service';
import { UserService } from '../accounts/user.service';
import { Audit } from '../audit/audit';
import { KeyRing } from '../keys/key-ring';
import { PLATFORM_PASSWORD, TenancyApp } from '../testing/tenancy-app';
import { AccessTokens } from './access-tokens';
import { Authenticator } from './authenticator';
import { ACCESS_TYPE, AUDIENCE, ISSUER } from './claims';
import { TokenService } from './token.service';

const unauthenticated = { code: 'UNAUTHENTICATED', status: 401, message: 'Sign in first.' };
/** The same for all of them, and no word of what was right. */
const wrongCredentials = { ...unauthenticated, message: 'Tenant, user name or password is wrong.' };
const encode = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('tokens', () => {
  let app: TenancyApp;
  let tokens: TokenService;
  let authenticator: Authenticator;
  let tenantId: string;
  let adminId: string;

  beforeAll(async () => {
    app = await TenancyApp.start();
    tokens = app.module.get(TokenService);
    authenticator = app.module.get(Authenticator);
    const admin = { username: 'admin', password: 'admin-password' };
    tenantId = (await app.module.get(TenantService).create({ name: 'acme', admin }))._id;
    const user = await app.module.get(UserService).findByName(tenantScope(tenantId), 'admin');
    adminId = user!._id;
  });
  afterAll(() => app.drop());

  const signIn = () =>
    tokens.issue({ tenant: 'acme', username: 'admin', password: 'admin-password' });

  it('come for the right credentials and prove tenant, user and roles', async () => {
    const { accessToken, expiresIn } = await signIn();
    expect(expiresIn).toBe(900);
    const principal = await authenticator.verify(accessToken);
    expect(principal).toMatchObject({
      tenantId,
      tenant: 'acme',
      username: 'admin',
      roles: ['tenant-admin'],
    });
    expect(principal.scope.tenantId).toBe(tenantId);
    expect(principal.expiresAt.getTime()).toBeGreaterThan(Date.now());
  });

  it.each([
    ['a wrong password', 'acme', 'admin', 'admin-passwort'],
    ['an unknown user', 'acme', 'nobody', 'admin-password'],
    ['an unknown tenant', 'nowhere', 'admin', 'admin-password'],
    ['the platform with a wrong password', '_platform', 'platform', 'x'],
    ['the platform with a wrong name', '_platform', 'admin', PLATFORM_PASSWORD],
    ['the platform password in a tenant', 'acme', 'platform', PLATFORM_PASSWORD],
  ])('refuse %s with the same answer', async (_, tenant, username, password) => {
    await expect(tokens.issue({ tenant, username, password })).rejects.toMatchObject(
      wrongCredentials,
    );
  });

  it('make the platform administrator, who belongs to no tenant', async () => {
    const credentials = { tenant: '_platform', username: 'platform', password: PLATFORM_PASSWORD };
    const { accessToken, refreshToken } = await tokens.issue(credentials);
    const principal = await authenticator.verify(accessToken);
    expect(principal.roles).toEqual(['platform-admin']);
    expect(principal.tenantId).not.toBe(tenantId);
    await expect(tokens.refresh(refreshToken)).resolves.toHaveProperty('accessToken');
  });

  it('are renewed once by a refresh token; shown again, it ends the whole sign-in', async () => {
    const first = await signIn();
    const second = await tokens.refresh(first.refreshToken);
    expect(second.refreshToken).not.toBe(first.refreshToken);
    await expect(tokens.refresh(first.refreshToken)).rejects.toMatchObject(unauthenticated);
    await expect(tokens.refresh(second.refreshToken)).rejects.toMatchObject(unauthenticated);
  });

  it('go to one of many who swap one refresh token at once', async () => {
    const { refreshToken } = await signIn();
    const swaps = Array.from({ length: 8 }, () => tokens.refresh(refreshToken));
    const won = (await Promise.allSettled(swaps)).filter((swap) => swap.status === 'fulfilled');
    expect(won).toHaveLength(1);
  });

  it('are not renewed after a sign-out, and an unknown token signs out in silence', async () => {
    const { refreshToken } = await signIn();
    await tokens.logout(refreshToken);
    await expect(tokens.refresh(refreshToken)).rejects.toMatchObject(unauthenticated);
    await expect(tokens.logout('unknown')).resolves.toBeUndefined();
    await expect(tokens.refresh('unknown')).rejects.toMatchObject(unauthenticated);
  });

  it('are stored as hashes only', async () => {
    const { refreshToken } = await signIn();
    const rows = await app.database.connection.collection('refresh_tokens').find().toArray();
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(refreshToken);
  });

  it('put sign-ins on record, refused ones too, without the password', async () => {
    await signIn();
    const audit = app.module.get(Audit);
    const [row] = await audit.list(tenantScope(tenantId), { limit: 1 });
    expect(row).toMatchObject({ action: 'sign-in', outcome: 'done', target: 'acme/admin' });
    const all = await app.database.connection.collection('audit_log').find().toArray();
    expect(all.some((one) => one['outcome'] === 'refused')).toBe(true);
    expect(JSON.stringify(all)).not.toMatch(/admin-passwor/);
  });

  it('that were refused stand on the record of the tenant they were meant for, up to a bound', async () => {
    const other = await TenancyApp.start('tenancy-sign-ins');
    const { module } = other;
    const tenant = { name: 'acme', admin: { username: 'admin', password: 'admin-password' } };
    const { _id } = await module.get(TenantService).create(tenant);
    // One name would have to wait; those who guess at names do not.
    for (let n = 0; n < 100; n += 1) {
      const credentials = { tenant: 'acme', username: `user-${n}`, password: 'guess' };
      await expect(module.get(TokenService).issue(credentials)).rejects.toMatchObject(
        wrongCredentials,
      );
    }
    await module.get(Audit).beforeApplicationShutdown();
    const query = { limit: 200, action: 'sign-in' };
    const rows = await module.get(Audit).list(tenantScope(_id), query);
    expect(rows).toHaveLength(31);
    expect(rows[0]).toMatchObject({
      ...{ actor: 'sign-in', outcome: 'refused', target: 'acme/user-99', data: { leftOut: 69 } },
    });
    await other.drop();
  });

  describe('of strangers', () => {
    const claims = () => ({
      tid: tenantId,
      tenant: 'acme',
      username: 'admin',
      roles: ['tenant-admin'],
    });
    const build = (
      header: JWTHeaderParameters,
      change: Record<string, unknown> = {},
      seconds = 600,
    ): SignJWT =>
      new SignJWT({
        ...{ ...claims(), sub: adminId, iss: ISSUER, aud: AUDIENCE },
        exp: Math.floor(Date.now() / 1000) + seconds,
        ...change,
      }).setProtectedHeader(header);

    async function ours(
      change: Record<string, unknown> = {},
      header: Record<string, unknown> = {},
      seconds?: number,
    ): Promise<string> {
      const { kid, privateKey } = await app.module.get(KeyRing).signer();
      const base = { alg: 'EdDSA', kid, typ: ACCESS_TYPE };
      return build({ ...base, ...header }, change, seconds).sign(privateKey);
    }

    const refused = (token: string): Promise<void> =>
      expect(authenticator.verify(token)).rejects.toMatchObject(unauthenticated);

    it('would be good if nothing of them were odd', async () => {
      expect(await authenticator.verify(await ours())).toMatchObject({ userId: adminId });
    });

    it.each(['none', 'nOnE', 'None', ''])('are refused with alg %j', async (alg) => {
      const { kid } = await app.module.get(KeyRing).signer();
      const body = { ...claims(), sub: adminId, iss: ISSUER, aud: AUDIENCE, exp: 9_999_999_999 };
      await refused(`${encode({ alg, kid, typ: ACCESS_TYPE })}.${encode(body)}.`);
    });

    it('are refused when our public key was taken for an HMAC secret', async () => {
      const [row] = await app.module.get(SigningKeyRepository).newest(1);
      const body = { ...claims(), sub: adminId, iss: ISSUER, aud: AUDIENCE, exp: 9_999_999_999 };
      for (const secret of [row!.publicKey, JSON.parse(row!.publicKey).x as string]) {
        const text = `${encode({ alg: 'HS256', kid: row!._id, typ: ACCESS_TYPE })}.${encode(body)}`;
        await refused(`${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`);
      }
    });

    it('are refused when signed with RS256, or by a key of their own under our kid', async () => {
      const { kid } = await app.module.get(KeyRing).signer();
      const { privateKey: rsa } = generateKeyPairSync('rsa', { modulusLength: 2048 });
      await refused(await build({ alg: 'RS256', kid, typ: ACCESS_TYPE }).sign(rsa));
      const own = await generateKeyPair('EdDSA');
      await refused(await build({ alg: 'EdDSA', kid, typ: ACCESS_TYPE }).sign(own.privateKey));
    });

    it('are refused when they bring a key or point to one', async () => {
      const own = await generateKeyPair('EdDSA', { extractable: true });
      const jwk = await exportJWK(own.publicKey);
      const { kid } = await app.module.get(KeyRing).signer();
      for (const extra of [
        { jwk },
        { jku: 'https://evil.example/keys' },
        { x5u: 'https://evil.example/c' },
      ]) {
        const header = { alg: 'EdDSA', kid, typ: ACCESS_TYPE, ...extra };
        await refused(await build(header).sign(own.privateKey));
        await refused(await ours({}, extra));
      }
    });

    it.each(['../../dev/null', '', 'key_unknown', "' or 1=1", 'key_00000000000000000000', 7])(
      'are refused with the kid %j',
      async (kid) => refused(await ours({}, { kid })),
    );

    it.each([
      ['issuer', { iss: 'someone' }, {}],
      ['audience', { aud: 'another-api' }, {}],
      ['type (an ID token)', {}, { typ: 'JWT' }],
      ['no type', {}, { typ: undefined }],
      ['no tenant', { tid: undefined }, {}],
      ['roles that do not exist', { roles: ['root'] }, {}],
      ['no expiry', { exp: undefined }, {}],
      ['a start in the future', { nbf: 9_999_999_999 }, {}],
    ])('are refused with another %s', async (_, change, header) => {
      await refused(await ours(change, header));
    });

    it('are refused one second after they expired, also when they were good before', async () => {
      await refused(await ours({}, {}, -1));
      const { accessToken } = await signIn();
      await authenticator.verify(accessToken);
      jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'setTimeout'] });
      jest.setSystemTime(Date.now() + 900_000);
      await refused(accessToken).finally(() => jest.useRealTimers());
    });

    it.each(['', 'x', 'a.b.c', '.'.repeat(100), 'e30.e30.e30', 'x'.repeat(100_000)])(
      'are refused when they are nonsense',
      (token) => refused(token),
    );

    it('are refused when one character of a good one was changed', async () => {
      const { accessToken } = await signIn();
      const [header, body = '', signature] = accessToken.split('.');
      const other = JSON.parse(Buffer.from(body, 'base64url').toString());
      await refused([header, encode({ ...other, tid: 'ten_other' }), signature].join('.'));
    });
  });

  it('of a removed user stop working, here at once', async () => {
    const users = app.module.get(UserService);
    const scope = tenantScope(tenantId);
    await users.create(
      scope,
      { username: 'gone', password: 'gone-gone-gone', roles: ['member'] },
      'usr_a',
    );
    const held = await tokens.issue({
      tenant: 'acme',
      username: 'gone',
      password: 'gone-gone-gone',
    });
    await authenticator.verify(held.accessToken);
    await users.remove(scope, 'gone', 'usr_a');
    await expect(authenticator.verify(held.accessToken)).rejects.toMatchObject(unauthenticated);
    await expect(tokens.refresh(held.refreshToken)).rejects.toMatchObject(unauthenticated);
  });

  it('carry the roles of now, not of when they were made', async () => {
    const users = app.module.get(UserService);
    const scope = tenantScope(tenantId);
    const password = 'role-role-role';
    await users.create(scope, { username: 'role', password, roles: ['tenant-admin'] }, 'usr_a');
    const { accessToken } = await tokens.issue({ tenant: 'acme', username: 'role', password });
    expect((await authenticator.verify(accessToken)).roles).toEqual(['tenant-admin']);
    await users.change(scope, 'role', { roles: ['member'] }, 'usr_a');
    expect((await authenticator.verify(accessToken)).roles).toEqual(['member']);
  });

  it('of every replica hold everywhere, also after a rotation', async () => {
    const other = await app.replica();
    try {
      const { accessToken } = await signIn();
      await expect(other.module.get(Authenticator).verify(accessToken)).resolves.toBeDefined();
      const replicaKeys = other.module.get(KeyRing);
      await replicaKeys.signer();
      await replicaKeys.rotate();
      const made = await other.module.get(TokenService).issue({
        ...{ tenant: 'acme', username: 'admin', password: 'admin-password' },
      });
      expect((await replicaKeys.signer()).kid).not.toBe(
        (await app.module.get(KeyRing).signer()).kid,
      );
      // This ring learns of a new key after its short pause between reloads.
      const ring = app.module.get(KeyRing);
      await ring.rotate();
      await expect(authenticator.verify(made.accessToken)).resolves.toBeDefined();
      await expect(app.module.get(AccessTokens).verify(accessToken)).resolves.toBeDefined();
    } finally {
      await other.stop();
    }
  });

  it('are signed by one key when two replicas start on an empty platform', async () => {
    const one = await TenancyApp.start('empty');
    const two = await one.replica();
    const rings = [one, two].map((replica) => replica.module.get(KeyRing));
    const kids = (await Promise.all(rings.map((ring) => ring.signer()))).map(({ kid }) => kid);
    expect(new Set(kids).size).toBe(1);
    await two.stop();
    await one.drop();
  });

  it('have private keys that are sealed at rest', async () => {
    const rows = await app.database.connection.collection('signing_keys').find().toArray();
    for (const row of rows) expect(row['sealedPrivateKey']).toMatch(/^v2\./);
    expect(JSON.stringify(rows)).not.toContain('"d"');
  });
});
