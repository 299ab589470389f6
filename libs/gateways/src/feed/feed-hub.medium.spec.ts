import { Database, EventLog } from '@vance/data';
import { newId, tenantScope } from '@vance/kernel';
import { RedisRealtime, sessionChannel, type Realtime } from '@vance/realtime';
import { durableEvents, type SessionEventRow } from '@vance/data';
import { testDatabaseUri, testServices } from '@vance/testing';
import { EventRows } from './event-rows';
import { FeedHub, type FeedLease } from './feed-hub';

const scope = tenantScope('tnt_feed');
const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a session feed', () => {
  let database: Database;
  let log: EventLog;
  let publisher: Realtime;
  let realtime: Realtime;
  let hub: FeedHub;
  let sessionId: string;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('feeds') });
    log = new EventLog(database);
    await database.ensureIndexes();
    publisher = new RedisRealtime({ url: testServices().redisUrl });
    realtime = new RedisRealtime({ url: testServices().redisUrl });
    await publisher.subscribe('ready', () => undefined);
    await realtime.subscribe('ready', () => undefined);
  });
  afterAll(async () => {
    await Promise.all([publisher.close(), realtime.close()]);
    await database.close();
  });
  beforeEach(() => {
    sessionId = newId('ses');
    hub = new FeedHub(realtime, new EventRows(log));
  });
  afterEach(() => hub.beforeApplicationShutdown());

  function store(events = 1): Promise<SessionEventRow> {
    return log.append({
      _id: newId('out'),
      tenantId: scope.tenantId,
      sessionId,
      processId: 'prc_1',
      processName: 'chat',
      at: new Date(),
      events: Array.from({ length: events }, () => ({
        type: 'plan-proposed' as const,
        summary: 's',
        planVersion: 1,
      })),
    });
  }
  function announce(row: SessionEventRow): void {
    const { seq, last } = row;
    publisher.publish(
      sessionChannel(sessionId),
      JSON.stringify({ kind: 'row', seq, last, events: durableEvents(row) }),
    );
  }
  function watch({ feed }: FeedLease, upTo: number): Promise<number[]> {
    const seen: number[] = [];
    return new Promise((resolve) => {
      feed.attach({
        row: (row) => {
          seen.push(...row.events.map(({ seq }) => seq));
          if (row.last >= upTo) resolve(seen);
        },
      });
    });
  }

  it('shows what is announced after it was opened', async () => {
    await store(2);
    const lease = await hub.acquire(scope, sessionId);
    expect(lease.feed.cursor).toBe(2);
    const seen = watch(lease, 4);
    announce(await store(2));
    expect(await seen).toEqual([3, 4]);
  });

  it('reads from the database what was never announced', async () => {
    const lease = await hub.acquire(scope, sessionId);
    const seen = watch(lease, 3);
    await store();
    await store();
    announce(await store());
    expect(await seen).toEqual([1, 2, 3]);
  });

  it('shows each event once, though announced twice and out of order', async () => {
    const lease = await hub.acquire(scope, sessionId);
    const seen = watch(lease, 3);
    const rows = [await store(), await store(), await store()] as const;
    for (const row of [rows[1], rows[0], rows[0], rows[2], rows[1]]) announce(row);
    expect(await seen).toEqual([1, 2, 3]);
  });

  it('catches up by comparison when every announcement was lost', async () => {
    const lease = await hub.acquire(scope, sessionId);
    const seen = watch(lease, 300);
    for (let n = 0; n < 300; n += 1) await store();
    await hub.compare();
    expect(await seen).toEqual(range(1, 300));
  });

  it('replays exactly what a cursor misses, also from inside a row, on any server', async () => {
    for (let n = 0; n < 170; n += 1) await store(3);
    const other = new FeedHub(publisher, new EventRows(log));
    const lease = await other.acquire(scope, sessionId);
    const rows = await lease.feed.replay(4, lease.feed.cursor);
    expect(rows.flatMap(({ events }) => events.map(({ seq }) => seq))).toEqual(range(5, 510));
    await other.beforeApplicationShutdown();
  });

  it('is one feed for all who watch, and ends with the last of them', async () => {
    const [first, second] = await Promise.all([
      hub.acquire(scope, sessionId),
      hub.acquire(scope, sessionId),
    ]);
    expect(first.feed).toBe(second.feed);
    first.release();
    first.release();
    const seen = watch(second, 1);
    announce(await store());
    expect(await seen).toEqual([1]);
    second.release();
    expect((await hub.acquire(scope, sessionId)).feed).not.toBe(second.feed);
  });

  it("does not find another tenant's session", async () => {
    await store();
    const lease = await hub.acquire(tenantScope('tnt_other'), sessionId);
    expect(lease.feed.cursor).toBe(0);
    expect(await lease.feed.replay(0, 1)).toEqual([]);
  });
});
