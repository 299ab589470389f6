import { Redis } from 'ioredis';
import { Database } from '@vance/data';
import { BullTurnConsumer, BullTurnQueue } from '@vance/queue';
import { MemoryRealtime } from '@vance/realtime';
import { eventually, testDatabaseUri, testRedisPrefix, testServices } from '@vance/testing';
import { RecordingQueue } from '@vance/queue/testing';
import { acme, Replica } from '../testing/harness';

let database: Database;
let replica: Replica;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('sweeper') });
  replica = await new Replica(database).prepare();
});

afterAll(() => Replica.closeAll(database));

const hello = { clientMessageId: 'c1', content: 'hello', userId: 'usr_1' };

it('tells what a dead writer left untold, and says so again to those who listen', async () => {
  const process = await replica.chat();
  // A write whose writer died before anything was projected.
  await replica.processes.write(
    acme,
    process._id,
    {},
    {
      entry: {
        id: 'out_left',
        at: new Date(),
        events: [{ type: 'process-closed', closeReason: 'x' }],
        messages: [],
        plans: [],
        calls: [],
      },
    },
  );
  const survivor = new Replica(database);
  await survivor.sweeper.sweepOnce(-1_000);
  expect((await replica.told(process.sessionId)).map((event) => event.type)).toEqual([
    'process-spawned',
    'process-closed',
  ]);
});

it('leaves alone what its writer is about to do, and what a living worker holds', async () => {
  const process = await replica.chat();
  await replica.intake.accept(acme, process._id, hello);
  const queue = new RecordingQueue();
  const sweeping = new Replica(database, queue);
  // Longer than a busy machine takes to get here.
  await sweeping.sweeper.sweepOnce(60_000);
  expect(queue.jobs).toEqual([]);
  await replica.take(process._id);
  await sweeping.sweeper.sweepOnce(-1_000);
  expect(queue.jobs.map((job) => job.processId)).not.toContain(process._id);
});

it('adds every job again after Redis has lost them, as soon as it sweeps', async () => {
  const prefix = testRedisPrefix('sweep');
  const options = { redisUrl: testServices().redisUrl, prefix };
  const queue = new BullTurnQueue(options);
  await eventually(() => expect(queue.isConnected()).toBe(true));
  const brain = new Replica(database, queue);
  const ids: string[] = [];
  for (let i = 0; i < 5; i += 1) {
    const process = await brain.chat();
    await brain.intake.accept(acme, process._id, hello);
    ids.push(process._id);
  }
  const redis = new Redis(options.redisUrl);
  const keys = await redis.keys(`${prefix}:*`);
  await redis.del(keys);
  await brain.sweeper.sweepOnce(-1_000);
  const consumer = new BullTurnConsumer({ ...options, concurrency: 8 });
  const done = new Set<string>();
  await new Promise<void>((resolve) => {
    void consumer.start((job) => {
      done.add(job.processId);
      if (ids.every((id) => done.has(id))) resolve();
      return Promise.resolve();
    });
  });
  await consumer.drain();
  await queue.close();
  redis.disconnect();
});

it('sweeps when Redis is back, without waiting for its tick', async () => {
  const process = await replica.chat();
  await replica.intake.accept(acme, process._id, hello);
  const queue = new RecordingQueue();
  const realtime = new MemoryRealtime();
  const worker = new Replica(database, queue, realtime);
  await worker.sweeper.start();
  const before = queue.jobs.length;
  const added = new Promise<void>((resolve) => {
    const add = queue.add.bind(queue);
    queue.add = (job) => {
      if (job.processId === process._id) resolve();
      return add(job);
    };
  });
  realtime.simulateReconnect();
  await added;
  worker.sweeper.stop();
  expect(queue.jobs.length).toBeGreaterThan(before);
});

it('removes the tools of clients whose brain is gone', async () => {
  const process = await replica.chat();
  const set = {
    connectionId: 'cnn_1',
    brainId: 'brn_dead',
    userId: 'usr_1',
    profile: 'foot',
    tools: [
      {
        name: 'client_x',
        description: 'x',
        inputSchema: { $schema: 'y', $ref: '#/a.b', properties: { 'a.b': {} } },
        labels: [],
      },
    ],
  };
  await replica.clientTools.replace(acme, process.sessionId, set);
  await replica.clientTools.replace(acme, process.sessionId, { ...set, connectionId: 'cnn_2' });
  await replica.clientTools.replace(acme, process.sessionId, set);
  const offered = await replica.read(process._id);
  expect(offered.clientTools.map((each) => each.connectionId)).toEqual(['cnn_2', 'cnn_1']);
  expect(offered.clientTools[1]).toEqual(set);
  expect(offered.version).toBe(0);
  await replica.brains.beat('brn_dead');
  await database.connection
    .collection<{ _id: string }>('brains')
    .updateOne({ _id: 'brn_dead' }, { $set: { at: new Date(0) } });
  await replica.sweeper.start();
  replica.sweeper.stop();
  expect((await replica.read(process._id)).clientTools).toEqual([]);
});

it('finds no process of another status than it may run', async () => {
  const process = await replica.chat();
  await replica.intake.accept(acme, process._id, hello);
  await replica.commands.pause(acme, process._id, 'usr_1');
  const queue = new RecordingQueue();
  await new Replica(database, queue).sweeper.sweepOnce(-1_000);
  expect(queue.jobs.map((job) => job.processId)).not.toContain(process._id);
});
