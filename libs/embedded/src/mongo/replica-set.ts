import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient, MongoNetworkError, MongoServerError, type Db } from 'mongodb';
import { within } from '../run/within';
import { replicaSetName } from './mongod-command';

const primaryLimitMs = 30_000;
const pollMs = 20;

/** The members of our replica set of one. */
export const membersAt = (port: number): readonly { _id: number; host: string }[] => [
  { _id: 0, host: `127.0.0.1:${port}` },
];

/** Runs `work` on the member on `port` itself, whatever its role. */
export async function onMember<T>(
  port: number,
  work: (client: MongoClient) => Promise<T>,
): Promise<T> {
  const client = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`, {
    serverSelectionTimeoutMS: 10_000,
  });
  try {
    return await work(client);
  } finally {
    await client.close();
  }
}

/** Initiates the replica set of one on `port` if that was never done; waits until it takes writes. */
export function raiseReplicaSet(port: number): Promise<void> {
  return onMember(port, async (client) => {
    const admin = client.db('admin');
    await within(primaryLimitMs, 'the election of MongoDB', untilPrimary(admin, port));
  });
}

async function untilPrimary(admin: Db, port: number): Promise<void> {
  for (;;) {
    try {
      // `isreplicaset` is how a member says that it has no configuration (yet).
      const { isWritablePrimary, isreplicaset } = await admin.command({ hello: 1 });
      if (isWritablePrimary) return;
      if (isreplicaset) await initiate(admin, port);
    } catch (error) {
      // A member that changes its role cuts its connections; the next look tells how it went.
      if (!(error instanceof MongoNetworkError)) throw error;
    }
    await delay(pollMs);
  }
}

async function initiate(admin: Db, port: number): Promise<void> {
  const config = { _id: replicaSetName, members: membersAt(port) };
  try {
    await admin.command({ replSetInitiate: config });
  } catch (error) {
    const done = error instanceof MongoServerError && error.codeName === 'AlreadyInitialized';
    if (!done) throw error;
  }
}
