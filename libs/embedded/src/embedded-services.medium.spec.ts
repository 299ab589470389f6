import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MongoClient } from 'mongodb';
import type { DomainError } from '@vance/kernel';
import { startEmbeddedServices, type EmbeddedServices } from './embedded-services';

jest.setTimeout(60_000);

const quiet = (): void => undefined;

describe('startEmbeddedServices', () => {
  let dataDir = '';
  let running: EmbeddedServices | undefined;

  beforeEach(async () => (dataDir = await mkdtemp(join(tmpdir(), 'vance-embedded-'))));
  afterEach(async () => {
    await running?.stop();
    running = undefined;
    await rm(dataDir, { recursive: true, force: true });
  });

  async function start(onLost?: (error: DomainError) => void): Promise<EmbeddedServices> {
    return (running = await startEmbeddedServices({ dataDir, log: quiet, onLost }));
  }

  async function withNotes<T>(work: (notes: ReturnType<typeof notesOf>) => Promise<T>): Promise<T> {
    const client = new MongoClient(running?.mongoUri ?? '');
    try {
      return await work(notesOf(client));
    } finally {
      await client.close();
    }
  }
  const notesOf = (client: MongoClient) => client.db().collection<{ _id: string }>('notes');

  const mongodPid = async (): Promise<number> =>
    Number(await readFile(join(dataDir, 'mongo/mongod.lock'), 'utf8'));

  it('keeps data and ports between starts', async () => {
    const first = await start();
    await withNotes((notes) => notes.insertOne({ _id: 'kept' }));
    await first.stop();
    const second = await start();
    expect([second.mongoUri, second.redisUrl]).toEqual([first.mongoUri, first.redisUrl]);
    await expect(withNotes((notes) => notes.findOne())).resolves.toEqual({ _id: 'kept' });
  });

  it('reports a MongoDB that is killed, and heals what that left behind at the next start', async () => {
    const lost = new Promise<DomainError>(
      (resolve) =>
        void start(resolve).then(async () => {
          await withNotes((notes) =>
            notes.insertOne({ _id: 'journaled' }, { writeConcern: { j: true } }),
          );
          process.kill(await mongodPid(), 'SIGKILL');
        }),
    );
    await expect(lost).resolves.toMatchObject({
      code: 'SERVICE_LOST',
      message: 'MongoDB ended: killed by SIGKILL',
    });
    await running?.stop();
    await start();
    await expect(withNotes((notes) => notes.findOne())).resolves.toEqual({ _id: 'journaled' });
  });

  it('moves the replica set to another port when its own is taken meanwhile', async () => {
    const first = await start();
    await withNotes((notes) => notes.insertOne({ _id: 'moved' }));
    await first.stop();
    const thief = createServer().listen(Number(new URL(first.mongoUri).port), '127.0.0.1');
    await once(thief, 'listening');
    const second = await start();
    thief.close();
    expect(second.mongoUri).not.toBe(first.mongoUri);
    await expect(withNotes((notes) => notes.findOne())).resolves.toEqual({ _id: 'moved' });
  });

  it('refuses a data folder that is in use, in one line', async () => {
    const holder = await start();
    running = undefined;
    await expect(start()).rejects.toMatchObject({
      message:
        'MongoDB did not start: its data folder is in use (stop the other Vancetope there, or set VANCE_DATA_DIR)',
    });
    await holder.stop();
  });

  it('never falls back from an address that somebody set', async () => {
    const nowhere = { dataDir, log: quiet };
    await expect(
      startEmbeddedServices({ ...nowhere, mongoUri: 'mongodb://127.0.0.1:1/?replicaSet=rs0' }),
    ).rejects.toMatchObject({ code: 'SERVICE_UNREACHABLE' });
    await expect(
      startEmbeddedServices({ ...nowhere, redisUrl: 'redis://127.0.0.1:1' }),
    ).rejects.toThrow('REDIS_URL cannot be used: connect ECONNREFUSED');
  });
});
