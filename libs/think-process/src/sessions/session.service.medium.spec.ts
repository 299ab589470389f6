import { Database } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { acme, Replica } from '../testing/harness';

const owner = { project: 'demo', userId: 'usr_1' };
const spec = {
  ...owner,
  recipe: { name: 'default', engine: 'arthur' },
  profile: 'api',
  language: 'de',
};

let database: Database;
let replica: Replica;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('sessions') });
  replica = await new Replica(database).prepare();
});

afterAll(() => Replica.closeAll(database));

it('makes a session with a chat process and its first event', async () => {
  const { session, processes } = await replica.sessions.create(acme, { ...spec, title: 'T' });
  expect(session).toMatchObject({ title: 'T', recipe: 'default', language: 'de' });
  expect(processes[0]?._id).toBe(session.chatProcessId);
  expect(await replica.events.head(acme, session._id)).toBe(1);
  const again = await replica.sessions.open(acme, owner, session._id);
  expect(again.session).toEqual(session);
  expect(again.processes[0]).toMatchObject({ status: 'INIT', engine: 'arthur', language: 'de' });
});

it('does not exist for another tenant, user or project', async () => {
  const { session, processes } = await replica.sessions.create(acme, spec);
  const { sessions } = replica;
  const strangers = [
    sessions.open(tenantScope('globex'), owner, session._id),
    sessions.open(acme, { ...owner, userId: 'usr_2' }, session._id),
    sessions.open(acme, { ...owner, project: 'other' }, session._id),
    sessions.open(acme, owner, 'ses_none'),
    sessions.ownedProcess(acme, 'usr_2', processes[0]?._id ?? ''),
  ];
  for (const end of await Promise.allSettled(strangers)) {
    expect(end).toMatchObject({ status: 'rejected', reason: { code: 'NOT_FOUND', status: 404 } });
  }
});

it('lists the newest first, page by page, and forgets what was deleted', async () => {
  const mine = { project: 'paged', userId: 'usr_1' };
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    ids.push((await replica.sessions.create(acme, { ...spec, ...mine })).session._id);
  }
  const first = await replica.sessions.list(acme, mine, 3);
  const last = first.at(-1);
  const second = await replica.sessions.list(
    acme,
    mine,
    3,
    last === undefined ? undefined : { createdAt: last.createdAt, id: last._id },
  );
  expect(new Set([...first, ...second].map((each) => each._id))).toEqual(new Set(ids));
  const [gone = ''] = ids;
  await replica.sessions.delete(acme, 'usr_1', gone);
  expect(await replica.sessions.list(acme, mine, 10)).toHaveLength(4);
  await expect(replica.sessions.open(acme, mine, gone)).rejects.toMatchObject({ status: 404 });
});

it('shows waiting messages after the history, markers only in full', async () => {
  const { processes } = await replica.sessions.create(acme, spec);
  const process = processes[0];
  if (process === undefined) throw new Error('no process');
  const row = (n: number, meta: object) => ({
    id: `${process._id}:${n}`,
    n,
    role: 'SYSTEM' as const,
    content: `${n}`,
    at: new Date(),
    tags: [],
    meta,
  });
  await replica.messages.project(acme, process._id, [
    row(1, {}),
    row(2, { kind: 'marker' }),
    row(3, {}),
  ]);
  await replica.intake.accept(acme, process._id, {
    clientMessageId: 'c',
    content: 'waiting',
    userId: 'usr_1',
  });
  const current = await replica.read(process._id);
  const contents = async (view: 'active' | 'full', limit = 10, before?: number) => {
    const page = await replica.page.page(acme, current, { view, limit, before });
    return { said: page.items.map((item) => item.content), before: page.before };
  };
  expect(await contents('active')).toEqual({ said: ['1', '3', 'waiting'], before: undefined });
  expect((await contents('full')).said).toEqual(['1', '2', '3', 'waiting']);
  expect(await contents('full', 2)).toEqual({ said: ['2', '3', 'waiting'], before: 2 });
  expect(await contents('full', 2, 2)).toEqual({ said: ['1'], before: undefined });
});
