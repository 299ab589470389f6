import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { AuditRepository } from './audit.repository';
import { AuditUpkeepRepository } from './audit-upkeep.repository';

const row = (more: object = {}) => ({
  ...{ _id: newId('aud'), at: new Date(), actor: 'usr_1', action: 'test', target: 't' },
  ...{ outcome: 'done' as const, data: { half: '\ud83d', gone: undefined, 'a.$b': 1.5 } },
  ...more,
});

describe('the audit log', () => {
  const uri = testDatabaseUri('audit');
  let databases: Database[];
  let log: AuditRepository;
  let scope: TenantScope;

  beforeAll(async () => {
    databases = await Promise.all(Array.from({ length: 8 }, () => Database.connect({ uri })));
    log = new AuditRepository(databases[0]!);
    await databases[0]!.ensureIndexes();
  });
  afterAll(async () => {
    await databases[0]?.connection.dropDatabase();
    await Promise.all(databases.map((database) => database.close()));
  });
  beforeEach(() => {
    scope = tenantScope(newId('ten'));
  });

  const rows = () => databases[0]!.connection.collection('audit_log');
  const heads = () => databases[0]!.connection.collection('audit_heads');
  const fill = async (count: number, into = scope) => {
    for (let n = 0; n < count; n += 1) await log.add(into, row());
  };

  it('of one tenant is one chain, whoever adds to it at the same time, and none is lost', async () => {
    const other = tenantScope(newId('ten'));
    const logs = databases.map((database) => new AuditRepository(database));
    await Promise.all(
      logs.flatMap((one) =>
        Array.from({ length: 100 }, (_, n) => one.add(n % 10 === 0 ? other : scope, row())),
      ),
    );
    expect(await log.verify(scope)).toMatchObject({ rows: 720, head: { n: 720 } });
    expect(await log.verify(other)).toMatchObject({ rows: 80, head: { n: 80 } });
    expect((await log.verify(scope)).fault).toBeUndefined();
    expect(await new AuditUpkeepRepository(databases[1]!).tenantIds()).toEqual(
      expect.arrayContaining([scope.tenantId, other.tenantId]),
    );
  });

  it.each<[string, () => Promise<unknown>, object]>([
    [
      'changed',
      () => rows().updateOne({ tenantId: scope.tenantId, n: 3 }, { $set: { outcome: 'refused' } }),
      { kind: 'changed', n: 3 },
    ],
    [
      'removed',
      () => rows().deleteOne({ tenantId: scope.tenantId, n: 2 }),
      { kind: 'missing', n: 2 },
    ],
    [
      'cut off at the end',
      () => rows().deleteMany({ tenantId: scope.tenantId, n: { $gt: 4 } }),
      { kind: 'cut', n: 5 },
    ],
    [
      'put in',
      () => {
        const place = { tenantId: scope.tenantId, n: 7, previous: '', hash: 'x' };
        return rows().insertOne({ ...row(), ...place } as object);
      },
      { kind: 'changed', n: 7 },
    ],
  ])('tells where a row was %s', async (_, harm, fault) => {
    await fill(6);
    expect((await log.verify(scope)).fault).toBeUndefined();
    await harm();
    expect((await log.verify(scope)).fault).toMatchObject(fault);
  });

  it('has what an outbox carries once, however often, by however many and beside whatever it is projected', async () => {
    const draft = (n: number) => ({
      ...{ _id: `aud_${scope.tenantId}_${n}`, actor: 'usr_1', action: 'mode-changed', target: 't' },
      ...{ outcome: 'done' as const, data: { n } },
    });
    const drafts = Array.from({ length: 40 }, (_, n) => draft(n));
    const logs = databases.map((database) => new AuditRepository(database));
    const project = (one: AuditRepository, at: number) =>
      one.project(scope, new Date(0), drafts.slice(at, at + 4));
    await Promise.all([
      ...logs.flatMap((one) => [0, 4, 8, 12, 16, 20, 24, 28, 32, 36].map((at) => project(one, at))),
      ...logs.flatMap((one) => Array.from({ length: 10 }, () => one.add(scope, row()))),
    ]);
    await project(logs[0]!, 0);
    await logs[0]!.project(scope, new Date(0), [draft(0), draft(40), draft(1)]);
    expect(await log.verify(scope)).toMatchObject({ rows: 121, head: { n: 121 } });
    expect((await log.verify(scope)).fault).toBeUndefined();
    const moved = await log.list(scope, { limit: 200, action: 'mode-changed' });
    expect(moved.map(({ data }) => Number(data['n'])).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 41 }, (_, n) => n),
    );
  });

  it('of a tenant whose end is held up makes no other tenant wait', async () => {
    const other = tenantScope(newId('ten'));
    const session = await databases[0]!.connection.startSession();
    session.startTransaction();
    // Whoever takes this place waits for the transaction.
    const place = { _id: newId('aud'), tenantId: scope.tenantId, n: 1, hash: 'x' };
    await rows().insertOne(place as object, { session });
    let held = true;
    const waiting = log.add(scope, row()).then(() => (held = false));
    await log.add(other, row());
    await log.add(other, row());
    expect(held).toBe(true);
    await session.abortTransaction();
    await session.endSession();
    await waiting;
    expect(await log.verify(scope)).toMatchObject({ rows: 1, head: { n: 1 } });
    expect(await log.verify(other)).toMatchObject({ rows: 2, head: { n: 2 } });
  });

  it('goes on after a process that died between a row and the note of the chain’s end', async () => {
    await fill(3);
    await heads().updateOne({ _id: scope.tenantId } as object, { $set: { n: 1 } });
    await heads().deleteOne({ _id: scope.tenantId } as object);
    await new AuditRepository(databases[1]!).add(scope, row());
    expect(await log.verify(scope)).toMatchObject({ rows: 4, head: { n: 4 } });
  });

  it('is read newest first, by kind, by who and by when', async () => {
    const at = (day: number) => new Date(Date.UTC(2026, 0, day));
    await log.add(scope, row({ at: at(1), action: 'sign-in', actor: 'usr_a' }));
    await log.add(scope, row({ at: at(2), action: 'sign-in', actor: 'usr_b' }));
    await log.add(scope, row({ at: at(3), action: 'setting-changed', actor: 'usr_b' }));
    const found = async (query: object) =>
      (await log.list(scope, { limit: 10, ...query })).map(({ n }) => n);
    expect(await found({})).toEqual([3, 2, 1]);
    expect(await found({ limit: 1, before: 3 })).toEqual([2]);
    expect(await found({ action: 'sign-in' })).toEqual([2, 1]);
    expect(await found({ actor: 'usr_b', from: at(2), to: at(3) })).toEqual([2]);
  });

  it.each([
    ['all', {}],
    ['a kind', { action: 'sign-in' }],
    ['a person', { actor: 'usr_a' }],
  ])('looks up the rows of %s by an index, and no more than it gives', async (_, query) => {
    await fill(50);
    await log.add(scope, row({ action: 'sign-in', actor: 'usr_a' }));
    await fill(50);
    const plan = await rows()
      .find({ tenantId: scope.tenantId, ...query })
      .sort({ n: -1 })
      .limit(1)
      .explain('executionStats');
    expect(plan['executionStats']).toMatchObject({ nReturned: 1, totalDocsExamined: 1 });
  });
});
