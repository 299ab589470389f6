import { execFileSync, fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join, resolve } from 'node:path';
import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { EventLog } from './event-log';
import { durableEvents, type SessionEventRow, type UnnumberedRow } from './session-event';

const acme = tenantScope('acme');
const uri = testDatabaseUri('events');
let database: Database;
let log: EventLog;

beforeAll(async () => {
  database = await Database.connect({ uri });
  log = new EventLog(database);
  await database.ensureIndexes();
});

afterAll(async () => {
  await database.connection.dropDatabase();
  await database.close();
});

function row(sessionId: string, id: string, events = 1, at = new Date()): UnnumberedRow {
  return {
    _id: id,
    tenantId: 'acme',
    sessionId,
    processId: 'prc_1',
    processName: 'chat',
    at,
    events: Array.from({ length: events }, () => ({
      type: 'process-progress' as const,
      status: 'IDLE' as const,
      statusTag: id,
    })),
  };
}

/** Rows form one chain: each begins right after the one before. */
function expectChain(rows: readonly SessionEventRow[]): void {
  let last = 0;
  for (const each of rows) {
    expect(each.seq).toBe(last + 1);
    last = each.last;
  }
}

describe('append', () => {
  it('numbers rows of one session without gaps, in the order they were asked for', async () => {
    const rows = await Promise.all(
      Array.from({ length: 30 }, (_, i) => log.append(row('s1', `s1:${i}`, 1 + (i % 3)))),
    );
    expectChain(rows);
    expect(await log.head(acme, 's1')).toBe(rows.at(-1)?.last);
  });

  it('gives the stored row for an id that is stored, and takes no number for it', async () => {
    const first = await log.append(row('s2', 's2:a', 2));
    const stranger = new EventLog(database);
    expect(await stranger.append(row('s2', 's2:a', 2))).toMatchObject({ seq: first.seq, last: 2 });
    expect(await log.append(row('s2', 's2:b'))).toMatchObject({ seq: 3 });
  });

  it('agrees with rivals on the numbers', async () => {
    const rivals = [log, new EventLog(database), new EventLog(database)];
    const ids = Array.from({ length: 60 }, (_, i) => `s3:${i}`);
    await Promise.all(
      rivals.flatMap((rival, r) =>
        ids.filter((_id, i) => i % 3 === r).map((id) => rival.append(row('s3', id, 2))),
      ),
    );
    const rows = await log.range(acme, 's3', 0, 1_000);
    expect(rows).toHaveLength(60);
    expectChain(rows);
  });

  it('lets two of them project the same entries at once, each row once', async () => {
    const other = new EventLog(database);
    const ids = Array.from({ length: 20 }, (_, i) => `s4:${i}`);
    const both = await Promise.all(
      [log, other].map((each) => Promise.all(ids.map((id) => each.append(row('s4', id))))),
    );
    expect(both[0]?.map((each) => each.seq)).toEqual(both[1]?.map((each) => each.seq));
    expect(await log.range(acme, 's4', 0, 1_000)).toHaveLength(20);
  });
});

describe('reading', () => {
  it('gives the rows that hold what lies above a cursor, of the own tenant only', async () => {
    for (let i = 0; i < 5; i += 1) await log.append(row('s5', `s5:${i}`, 3));
    const rows = await log.range(acme, 's5', 7, 100);
    const events = rows.flatMap(durableEvents).filter((event) => event.seq > 7);
    expect(events.map((event) => event.seq)).toEqual([8, 9, 10, 11, 12, 13, 14, 15]);
    expect(events[0]).toMatchObject({ eventId: 's5:2.1', sessionId: 's5', processName: 'chat' });
    expect(await log.range(tenantScope('globex'), 's5', 0, 100)).toEqual([]);
    expect(await log.head(tenantScope('globex'), 's5')).toBe(0);
  });

  it('reads the heads of many sessions at once', async () => {
    await log.append(row('s6', 's6:0', 2));
    const heads = await log.heads(['s5', 's6', 'none']);
    expect([heads.get('s5'), heads.get('s6'), heads.get('none')]).toEqual([15, 2, undefined]);
  });
});

describe('expire', () => {
  it('removes old rows but never the newest of a session', async () => {
    const old = new Date(Date.now() - 1_000_000);
    for (let i = 0; i < 3; i += 1) await log.append(row('s7', `s7:${i}`, 1, old));
    expect(await log.expire(new Date(Date.now() - 500_000))).toBe(2);
    expect(await log.head(acme, 's7')).toBe(3);
    expect(await log.firstKept(acme, 's7')).toBe(3);
    expect(await log.append(row('s7', 's7:next'))).toMatchObject({ seq: 4 });
  });
});

describe('writers in processes of their own', () => {
  const root = resolve(__dirname, '../../../..');
  const ROWS = 40;

  beforeAll(() => {
    const tsc = join(root, 'node_modules/typescript-native/bin/tsc');
    execFileSync(process.execPath, [tsc, '-b', 'libs/data'], { cwd: root, stdio: 'inherit' });
  }, 60_000);

  function writer(processId: string): ChildProcess {
    const script = join(root, 'libs/data/dist/testing/append-writer.js');
    return fork(script, [uri, 'shared', processId, String(ROWS)], { execArgv: [] });
  }

  it('leave no gap and no double when some are killed and their rows are projected again', async () => {
    const names = ['p0', 'p1', 'p2', 'p3'];
    const children = names.map(writer);
    const ends = children.map((child) => once(child, 'exit'));
    // Each victim dies in the middle of an append.
    for (const child of children.slice(0, 2)) {
      child.on('message', (i) => {
        if (i === 10) child.kill('SIGKILL');
      });
    }
    await Promise.all(ends);
    for (const name of names.slice(0, 2)) {
      for (let i = 0; i < ROWS; i += 1) {
        await log.append({ ...row('shared', `${name}:${i}`, 1 + (i % 3)), processId: name });
      }
    }
    const rows = await log.range(acme, 'shared', 0, 10_000);
    expect(rows).toHaveLength(names.length * ROWS);
    expectChain(rows);
    for (const name of names) {
      const own = rows.filter((each) => each.processId === name).map((each) => each._id);
      expect(own).toEqual(Array.from({ length: ROWS }, (_, i) => `${name}:${i}`));
    }
  }, 60_000);
});
