import { BundledFiles } from '@vance/config';
import { type TenantScope, tenantScope } from '@vance/kernel';
import { eventually } from '@vance/testing';
import { Access } from '../access/access';
import { Audit } from '../audit/audit';
import { Idempotency } from '../idempotency/idempotency';
import type { Principal } from '../principal';
import { SeedService } from '../seed/seed.service';
import { TenancyApp } from '../testing/tenancy-app';
import { TokenService } from '../tokens/token.service';
import { ProjectService } from './project.service';
import { TenantService } from './tenant.service';
import { UserService } from './user.service';

const page = { limit: 100 };

describe('tenants, users and projects', () => {
  let app: TenancyApp;
  let tenants: TenantService;
  let users: UserService;
  let projects: ProjectService;
  let access: Access;
  let one: TenantScope;
  let two: TenantScope;

  const principal = (
    scope: TenantScope,
    userId: string,
    ...roles: Principal['roles']
  ): Principal => ({
    ...{ tenantId: scope.tenantId, tenant: 't', userId, username: 'u', roles, scope },
    expiresAt: new Date(Date.now() + 60_000),
  });

  beforeAll(async () => {
    app = await TenancyApp.start('accounts');
    tenants = app.module.get(TenantService);
    users = app.module.get(UserService);
    projects = app.module.get(ProjectService);
    access = app.module.get(Access);
    const admin = { username: 'admin', password: 'admin-password' };
    one = tenantScope((await tenants.create({ name: 'one', title: 'One', admin }))._id);
    two = tenantScope((await tenants.create({ name: 'two', admin }))._id);
  });
  afterAll(() => app.drop());

  it('a tenant name is given once, also to many who ask at once', async () => {
    const admin = { username: 'admin', password: 'admin-password' };
    const attempts = Array.from({ length: 4 }, () => tenants.create({ name: 'race', admin }));
    const results = await Promise.allSettled(attempts);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const result of results)
      if (result.status === 'rejected')
        expect(result.reason).toMatchObject({ code: 'ALREADY_EXISTS', status: 409 });
    const made = await tenants.findByName('race');
    expect(await users.list(made!.scope, page)).toHaveLength(1);
  });

  it('one name in two tenants is two users, two projects', async () => {
    const user = { username: 'same', password: 'same-same-same', roles: ['member'] as const };
    const [here, there] = [await users.create(one, user, 'a'), await users.create(two, user, 'a')];
    expect(here._id).not.toBe(there._id);
    await expect(users.create(one, user, 'a')).rejects.toMatchObject({ code: 'ALREADY_EXISTS' });
    await projects.create(one, { name: 'same', title: 'of one' }, 'a');
    await projects.create(two, { name: 'same', title: 'of two' }, 'a');
    expect((await projects.get(one, 'same')).title).toBe('of one');
    await projects.remove(two, 'same', 'a');
    await expect(projects.get(two, 'same')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await projects.get(one, 'same')).title).toBe('of one');
    expect((await users.list(two, page)).map((row) => row.username)).toEqual(['admin', 'same']);
  });

  it("another tenant's user cannot be changed, removed or made a member", async () => {
    const password = 'only-only-only';
    await users.create(one, { username: 'only', password, roles: ['member'] }, 'a');
    await projects.create(two, { name: 'theirs' }, 'a');
    const gone = { code: 'NOT_FOUND' };
    await expect(users.change(two, 'only', { roles: ['member'] }, 'a')).rejects.toMatchObject(gone);
    await expect(users.remove(two, 'only', 'a')).rejects.toMatchObject(gone);
    await expect(projects.addMember(two, 'theirs', 'only', 'a')).rejects.toMatchObject(gone);
    await expect(projects.retitle(one, 'theirs', 'mine', 'a')).rejects.toMatchObject(gone);
    await expect(projects.remove(one, 'theirs', 'a')).rejects.toMatchObject(gone);
  });

  it('no tenant makes a platform administrator', async () => {
    const evil = {
      username: 'evil',
      password: 'evil-evil-evil',
      roles: ['platform-admin'] as const,
    };
    await expect(users.create(one, evil, 'a')).rejects.toMatchObject({
      code: 'FORBIDDEN',
      status: 403,
    });
    await expect(users.change(one, 'admin', { roles: evil.roles }, 'a')).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });

  it('of administrators who remove each other at the same time one stays at least', async () => {
    const admin = { username: 'chief', password: 'chief-chief' };
    const { _id } = await tenants.create({ name: 'rivals', admin });
    const rivals = tenantScope(_id);
    const other = {
      username: 'second',
      password: 'second-second',
      roles: ['tenant-admin'] as const,
    };
    await users.create(rivals, other, 'a');
    const ends = await Promise.allSettled([
      users.remove(rivals, 'chief', 'second'),
      users.change(rivals, 'second', { roles: ['member'] }, 'chief'),
    ]);
    expect(ends.map(({ status }) => status)).toContain('rejected');
    const left = await users.list(rivals, page);
    expect(left.flatMap(({ roles }) => roles)).toContain('tenant-admin');
  });

  it('a tenant keeps an administrator: the only one is neither removed nor made less', async () => {
    const admin = { username: 'chief', password: 'chief-chief' };
    const { _id } = await tenants.create({ name: 'kept', admin });
    const kept = tenantScope(_id);
    const last = { code: 'LAST_ADMIN', status: 409 };
    await expect(users.remove(kept, 'chief', 'a')).rejects.toMatchObject(last);
    const less = { roles: ['member'] as const };
    await expect(users.change(kept, 'chief', less, 'a')).rejects.toMatchObject(last);
    const user = { username: 'second', password: 'second-second', roles: ['member'] as const };
    await users.create(kept, user, 'a');
    await expect(users.remove(kept, 'chief', 'a')).rejects.toMatchObject(last);
    await users.change(kept, 'second', { roles: ['tenant-admin', 'member'] }, 'a');
    await users.change(kept, 'chief', less, 'a');
    await users.remove(kept, 'chief', 'a');
    await expect(users.remove(kept, 'second', 'a')).rejects.toMatchObject(last);
    expect((await users.list(kept, page)).map(({ username }) => username)).toEqual(['second']);
  });

  it.each([{ $gt: '' }, { $ne: null }, ['admin']])(
    'a name that is %j finds nobody',
    async (name) => {
      const odd = JSON.parse(JSON.stringify(name)) as string;
      expect(await users.findByName(one, odd)).toBeNull();
      expect(await projects.find(one, odd)).toBeNull();
    },
  );

  it('a new password ends the sign-ins made with the old one', async () => {
    const tokens = app.module.get(TokenService);
    const password = 'old-old-old';
    await users.create(one, { username: 'moved', password, roles: ['member'] }, 'a');
    const held = await tokens.issue({ tenant: 'one', username: 'moved', password });
    await users.change(one, 'moved', { password: 'new-new-new' }, 'a');
    await expect(tokens.refresh(held.refreshToken)).rejects.toMatchObject({
      code: 'UNAUTHENTICATED',
    });
    await expect(tokens.issue({ tenant: 'one', username: 'moved', password })).rejects.toThrow();
    await tokens.issue({ tenant: 'one', username: 'moved', password: 'new-new-new' });
  });

  it('a member sees the projects they were given, an admin all of their tenant, a stranger none', async () => {
    const password = 'carl-carl-carl';
    const carl = await users.create(one, { username: 'carl', password, roles: ['member'] }, 'a');
    await projects.create(one, { name: 'given' }, 'a');
    const member = principal(one, carl._id, 'member');
    const sees = (who: Principal, project = 'given'): Promise<boolean> =>
      access.maySeeProject(who, project);
    expect(await sees(member)).toBe(false);
    await projects.addMember(one, 'given', 'carl', 'a');
    expect(await sees(member)).toBe(true);
    expect(await projects.list(one, page, carl._id)).toMatchObject([{ name: 'given' }]);
    expect(await sees(principal(one, 'usr_admin', 'tenant-admin'))).toBe(true);
    expect(await sees(principal(two, 'usr_admin', 'tenant-admin'))).toBe(false);
    expect(await sees(principal(two, carl._id, 'member'))).toBe(false);
    expect(await sees(principal(one, 'usr_p', 'platform-admin'))).toBe(false);
    expect(await sees(member, '_tenant')).toBe(false);
    expect(await sees(principal(one, 'usr_admin', 'tenant-admin'), '_tenant')).toBe(true);
    await projects.removeMember(one, 'given', 'carl', 'a');
    expect(await sees(member)).toBe(false);
    await expect(access.project(member, 'given')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('lists page by name', async () => {
    for (const name of ['p-a', 'p-b', 'p-c']) await projects.create(two, { name }, 'a');
    const first = await projects.list(two, { limit: 2 });
    const second = await projects.list(two, { limit: 9, after: first.at(-1)!.name });
    const names = [...first, ...second].map(({ name }) => name);
    expect(names).toEqual([...names].sort());
    expect(names).toEqual(expect.arrayContaining(['p-a', 'p-b', 'p-c']));
    expect(new Set(names).size).toBe(names.length);
  });

  it('the record of one tenant is not in the other, newest first', async () => {
    const audit = app.module.get(Audit);
    for (const target of ['1', '2', '3'])
      await audit.record(one, { actor: 'a', action: 'sign-out', target });
    const targets = async (query: { readonly limit: number; readonly before?: number }) =>
      (await audit.list(one, query)).map(({ target }) => target);
    expect(await targets({ limit: 3 })).toEqual(['3', '2', '1']);
    const [last] = await audit.list(one, { limit: 1 });
    expect(await targets({ limit: 2, before: last!.n })).toEqual(['2', '1']);
    const others = await audit.list(two, { limit: 1000 });
    expect(others.filter(({ action }) => action === 'sign-out')).toEqual([]);
  });

  it('the record holds what was noted before it was asked for, also where nobody waited', async () => {
    const audit = app.module.get(Audit);
    void audit.noteBounded(one, { actor: 'eve', action: 'access-refused', target: 'doc_1' });
    void audit.record(one, { actor: 'eve', action: 'sign-out', target: 'left' });
    const targets = (await audit.list(one, { limit: 2 })).map(({ target }) => target);
    expect(targets.sort()).toEqual(['doc_1', 'left']);
  });

  describe('a request with an Idempotency-Key', () => {
    const request = { key: 'k1', userId: 'usr_1', route: 'POST /x', body: '{"a":1}' };
    const answer = (n: number) => ({ status: 201, body: `{"n":${n}}` });
    let calls = 0;
    const work = () => Promise.resolve(answer((calls += 1)));
    let idempotency: Idempotency;
    beforeAll(() => {
      idempotency = app.module.get(Idempotency);
    });
    beforeEach(() => {
      calls = 0;
    });

    it('gets its first answer again, and 422 with another body', async () => {
      expect(await idempotency.run(one, request, work)).toEqual({ ...answer(1), replayed: false });
      expect(await idempotency.run(one, request, work)).toEqual({ ...answer(1), replayed: true });
      await expect(
        idempotency.run(one, { ...request, body: '{"a":2}' }, work),
      ).rejects.toMatchObject({
        code: 'IDEMPOTENCY_KEY_REUSED',
        status: 422,
      });
      expect(calls).toBe(1);
    });

    it('is another one for another tenant, user or route', async () => {
      const start = { ...request, key: 'k2' };
      await idempotency.run(one, start, work);
      await idempotency.run(two, start, work);
      await idempotency.run(one, { ...start, userId: 'usr_2' }, work);
      await idempotency.run(one, { ...start, route: 'POST /y' }, work);
      expect(calls).toBe(4);
    });

    it('runs once when it comes many times at once', async () => {
      const start = { ...request, key: 'k3' };
      let enter = (): void => undefined;
      let release = (): void => undefined;
      const entered = new Promise<void>((resolve) => (enter = resolve));
      const held = new Promise<void>((resolve) => (release = resolve));
      const first = idempotency.run(one, start, async () => {
        enter();
        await held;
        return work();
      });
      await entered;
      const impatient = idempotency.run(one, start, work, 0);
      await expect(impatient).rejects.toMatchObject({
        code: 'IDEMPOTENCY_IN_PROGRESS',
        status: 409,
      });
      const others = Array.from({ length: 4 }, () => idempotency.run(one, start, work));
      release();
      await first;
      for (const other of others) expect(await other).toEqual({ ...answer(1), replayed: true });
      expect(calls).toBe(1);
    });

    it('may be tried again after a failure', async () => {
      const start = { ...request, key: 'k4' };
      const failing = idempotency.run(one, start, () => Promise.reject(new Error('down')));
      await expect(failing).rejects.toThrow('down');
      expect(await idempotency.run(one, start, work)).toMatchObject({ replayed: false });
    });

    it('takes over from a first request that died a minute ago, which then no longer counts', async () => {
      const start = { ...request, key: 'k6' };
      let release = (): void => undefined;
      const held = new Promise<void>((resolve) => (release = resolve));
      const rows = app.database.connection.collection('idempotency');
      const known = (await rows.find().toArray()).map((row) => row._id);
      const dead = idempotency.run(one, start, async () => {
        await held;
        return { status: 200, body: '"late"' };
      });
      const query = { _id: { $nin: known } };
      await eventually(async () => expect(await rows.countDocuments(query)).toBe(1));
      await rows.updateOne(query, { $set: { startedAt: new Date(Date.now() - 120_000) } });
      expect(await idempotency.run(one, start, work)).toEqual({ ...answer(1), replayed: false });
      release();
      await dead;
      expect(await idempotency.run(one, start, work)).toEqual({ ...answer(1), replayed: true });
    });

    it('leaves no body behind', async () => {
      const body = '{"password":"canary-password"}';
      await idempotency.run(one, { ...request, key: 'k5', body }, work);
      const rows = await app.database.connection.collection('idempotency').find().toArray();
      expect(JSON.stringify(rows)).not.toContain('canary');
    });
  });

  describe('the demo seed', () => {
    it('makes acme and globex once, however often and by however many it is applied', async () => {
      const seed = app.module.get(SeedService);
      const [signIns] = await Promise.all([seed.apply(), seed.apply()]);
      expect(signIns.map(({ tenant, username }) => `${tenant}/${username}`)).toEqual([
        'acme/admin',
        'acme/user',
        'globex/admin',
        'globex/user',
      ]);
      for (const signIn of signIns) await app.module.get(TokenService).issue(signIn);
      const acme = await tenants.findByName('acme');
      const user = await users.findByName(acme!.scope, 'user');
      expect((await projects.get(acme!.scope, 'demo')).members).toEqual([user!._id]);
    });

    it('leaves a password and a membership that were changed since as they are', async () => {
      const seed = app.module.get(SeedService);
      const acme = (await tenants.findByName('acme'))!;
      await users.change(acme.scope, 'admin', { password: 'changed-since' }, 'a');
      await projects.removeMember(acme.scope, 'demo', 'user', 'a');
      await seed.apply();
      const credentials = { tenant: 'acme', username: 'admin', password: 'changed-since' };
      await app.module.get(TokenService).issue(credentials);
      expect((await projects.get(acme.scope, 'demo')).members).toEqual([]);
    });

    it('names file, line and fault of a broken one', async () => {
      const broken = new BundledFiles(new Map([['seed/x.yaml', 'name: x\ntitle: X\nusers: 7\n']]));
      const seed = new SeedService(broken, tenants, users, projects);
      await expect(seed.apply()).rejects.toThrow(/config\/seed\/x.yaml, line 3/);
    });
  });
});
