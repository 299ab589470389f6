import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Database, type ProcessDocument } from '@vance/data';
import { testDatabaseUri } from '@vance/testing';
import { MemoryRealtime } from '@vance/realtime';
import { RecordingQueue } from '@vance/queue/testing';
import { acme, Replica } from '../testing/harness';
import { LaneEnded } from './lane-ended';
import { WorkerIdentity } from './worker-identity';

let database: Database;
let one: Replica;
let two: Replica;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('lanes') });
  one = await new Replica(database).prepare();
  two = new Replica(database);
});

afterAll(() => Replica.closeAll(database));

async function withMessage(): Promise<ProcessDocument> {
  const process = await one.chat();
  await one.intake.accept(acme, process._id, {
    clientMessageId: 'c1',
    content: 'hello',
    userId: 'usr_1',
  });
  return process;
}

async function expireLease(processId: string): Promise<void> {
  await database.connection
    .collection<ProcessDocument>('processes')
    .updateOne({ _id: processId }, { $set: { 'lane.expiresAt': new Date(0) } });
}

function endOf(signal: AbortSignal): string | undefined {
  const reason: unknown = signal.reason;
  return reason instanceof LaneEnded ? reason.end : undefined;
}

it('stops the work of a lane that someone else took, and writes nothing for it', async () => {
  const { _id } = await withMessage();
  const taken = await one.take(_id);
  const hold = one.lanes.hold(taken);
  await expireLease(_id);
  await two.take(_id);
  await one.lanes.poll([_id]);
  expect(endOf(hold.signal)).toBe('lost');
  const late = await one.writer.write(
    acme,
    _id,
    () => ({ kind: 'write', expect: {}, patch: { turn: null }, result: null }),
    { seed: taken, lane: hold },
  );
  expect(late.kind).toBe('lane-lost');
  hold.end();
});

it('keeps a lane that is renewed', async () => {
  const { _id } = await withMessage();
  const hold = one.lanes.hold(await one.take(_id));
  await expireLease(_id);
  await one.lanes.renew();
  expect(await two.lanes.take({ tenantId: 'acme', processId: _id, epoch: 0 })).toBeNull();
  hold.end();
});

it.each([
  ['halt', 'halted'],
  ['pause', 'paused'],
  ['close', 'closed'],
] as const)('stops the work on a %s, at the hint', async (command, end) => {
  const realtime = new MemoryRealtime();
  const worker = new Replica(database, new RecordingQueue(), realtime);
  await worker.lanes.start();
  const { _id } = await withMessage();
  const hold = worker.lanes.hold(await worker.take(_id));
  const stopped = new Promise<void>((resolve) => {
    hold.signal.addEventListener('abort', () => resolve());
  });
  await worker.commands[command](acme, _id, 'usr_1');
  await stopped;
  expect(endOf(hold.signal)).toBe(end);
  hold.end();
});

it('lets a paused run go on where it was, with what came meanwhile waiting', async () => {
  const { _id } = await withMessage();
  const taken = await one.take(_id);
  const hold = one.lanes.hold(taken);
  await one.commands.pause(acme, _id, 'usr_1');
  await one.lanes.release(hold, _id);
  await one.intake.accept(acme, _id, { clientMessageId: 'c2', content: 'x', userId: 'usr_1' });
  expect(await two.lanes.take({ tenantId: 'acme', processId: _id, epoch: 0 })).toBeNull();
  const resumed = await one.commands.resume(acme, _id, 'usr_1');
  expect(resumed.status).toBe('RUNNING');
  const again = await two.take(_id);
  expect(again.turn).toMatchObject({ id: taken.turn?.id, attempts: 1 });
  expect(again.inbox).toHaveLength(2);
});

it('gives every lane back on shutdown and wakes its process', async () => {
  const queue = new RecordingQueue();
  const worker = new Replica(database, queue);
  const { _id } = await withMessage();
  const hold = worker.lanes.hold(await worker.take(_id));
  await worker.lanes.releaseAll();
  expect(endOf(hold.signal)).toBe('shutdown');
  expect(queue.jobs).toEqual([{ tenantId: 'acme', processId: _id, epoch: 1 }]);
  expect((await two.take(_id)).turn?.attempts).toBe(1);
});

it('stops its work on shutdown also where the database takes no lane back, which then runs out', async () => {
  const away = await Database.connect({ uri: testDatabaseUri('lanes-away') });
  const worker = new Replica(away);
  await worker.prepare();
  const lanes = [await worker.chat(), await worker.chat()].map((process) =>
    worker.lanes.hold(process),
  );
  await away.connection.dropDatabase();
  await away.close();
  await expect(worker.lanes.releaseAll()).resolves.toBeUndefined();
  expect(lanes.map(({ signal }) => endOf(signal))).toEqual(['shutdown', 'shutdown']);
});

describe('a worker that was killed', () => {
  let folder: string;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'vance-slots-'));
  });

  afterEach(() => rm(folder, { recursive: true, force: true }));

  /** Rewrites the only slot's lock as if its holder were a process that is gone. */
  async function bury(): Promise<void> {
    const [name = ''] = await readdir(join(folder, 'worker-slots'));
    const file = join(folder, 'worker-slots', name);
    const lock: unknown = JSON.parse(await readFile(file, 'utf8'));
    await writeFile(file, JSON.stringify({ ...Object(lock), born: 'long ago' }));
  }

  it('has its lanes freed by the next worker in its slot, which need not wait for the lease', async () => {
    const dead = new Replica(
      database,
      new RecordingQueue(),
      new MemoryRealtime(),
      await WorkerIdentity.claim(folder),
    );
    const { _id } = await withMessage();
    await dead.take(_id);
    await bury();
    const next = await WorkerIdentity.claim(folder);
    expect(next.deadPredecessors).toEqual([dead.lanes.workerId]);
    const queue = new RecordingQueue();
    const successor = new Replica(database, queue, new MemoryRealtime(), next);
    await successor.lanes.start();
    await successor.sweeper.sweepOnce(0);
    expect(queue.jobs).toContainEqual({
      tenantId: 'acme',
      processId: _id,
      epoch: 1,
      recovery: true,
    });
    expect((await successor.take(_id)).turn?.attempts).toBe(2);
  });

  it('is not taken for dead while it lives', async () => {
    const first = await WorkerIdentity.claim(folder);
    const second = await WorkerIdentity.claim(folder);
    expect(second.deadPredecessors).toEqual([]);
    expect(second.workerId).not.toBe(first.workerId);
    expect(await readdir(join(folder, 'worker-slots'))).toHaveLength(2);
    await Promise.all([first.leave(), second.leave()]);
    expect(await readdir(join(folder, 'worker-slots'))).toEqual([]);
  });
});
