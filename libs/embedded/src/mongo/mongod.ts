import { mkdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { reasonOf } from '../embedded.errors';
import { choosePort } from '../run/ports';
import { ServerProcess } from '../run/server-process';
import { mongodCommand, replicaSetName } from './mongod-command';
import { membersAt, onMember, raiseReplicaSet } from './replica-set';

/** A recovery after a crash replays the journal, which takes its time on a slow disk. */
const startLimitMs = 120_000;

/** How long a killed predecessor may take to let go of the data folder. */
const lockPatienceMs = 2000;

/** A running MongoDB. */
export interface RunningMongo {
  readonly uri: string;
  readonly port: number;
  readonly process: ServerProcess;
}

/**
 * Runs `mongod` on `dbPath` as a replica set of one that takes writes. The port is `preferredPort`
 * if that is free, else another one; what a crash left behind is repaired by MongoDB itself.
 *
 * @throws DomainError SERVICE_START_FAILED with MongoDB's reason in one line
 */
export async function startMongo(
  binary: string,
  dbPath: string,
  preferredPort?: number,
): Promise<RunningMongo> {
  await mkdir(dbPath, { recursive: true, mode: 0o700 });
  const { port, process } = await launch(binary, dbPath, preferredPort);
  try {
    await raiseReplicaSet(port);
  } catch (error) {
    await process.stop();
    throw error;
  }
  const uri = `mongodb://127.0.0.1:${port}/vance?replicaSet=${replicaSetName}`;
  return { uri, port, process };
}

async function launch(
  binary: string,
  dbPath: string,
  preferredPort?: number,
): Promise<{ port: number; process: ServerProcess }> {
  const patientUntil = performance.now() + lockPatienceMs;
  for (;;) {
    const port = await choosePort(preferredPort);
    try {
      if (port !== preferredPort && (await holdsData(dbPath))) await rehome(binary, dbPath, port);
      const command = mongodCommand(binary, dbPath, port);
      return { port, process: await ServerProcess.start(command, startLimitMs) };
    } catch (error) {
      const passing = /folder is in use|port is in use/.test(reasonOf(error));
      if (!passing || performance.now() > patientUntil) throw error;
      await delay(200);
    }
  }
}

const holdsData = (dbPath: string): Promise<boolean> =>
  stat(join(dbPath, 'WiredTiger')).then(
    () => true,
    () => false,
  );

/**
 * Writes the new port into the stored configuration of the replica set. As a member, MongoDB would
 * first look for itself on the old port, and wait half a minute for whoever listens there now.
 */
async function rehome(binary: string, dbPath: string, port: number): Promise<void> {
  const process = await ServerProcess.start(
    mongodCommand(binary, dbPath, port, 'alone'),
    startLimitMs,
  );
  try {
    await onMember(port, (client) => {
      const stored = client.db('local').collection('system.replset');
      return stored.updateMany({}, { $set: { members: membersAt(port) }, $inc: { version: 1 } });
    });
  } finally {
    await process.stop();
  }
}
