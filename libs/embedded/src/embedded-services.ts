import { join } from 'node:path';
import type { DomainError } from '@vance/kernel';
import { BinaryCache } from './binary/binary-cache';
import { findBinary } from './binary/binary-step';
import { mongodChain } from './binary/mongod-binary';
import { redisChain } from './binary/redis-binary';
import { prepareDataFolder } from './data/data-folder';
import { recallPorts, rememberPorts, type Ports } from './data/port-memory';
import { defaultCacheDir } from './default-cache-dir';
import { startFault } from './embedded.errors';
import { checkMongo } from './mongo/external-mongo';
import { startMongo } from './mongo/mongod';
import { checkRedis } from './redis/external-redis';
import { startRedis } from './redis/redis-server';
import { withProgress, type Log } from './run/progress';
import type { ServerProcess } from './run/server-process';

/** What to start, and where. */
export interface EmbeddedServicesOptions {
  /** Folder that keeps MongoDB's data and the ports between starts. */
  readonly dataDir: string;
  /** A MongoDB of yours: checked and used instead of an embedded one. */
  readonly mongoUri?: string;
  /** A Redis of yours: checked and used instead of an embedded one. */
  readonly redisUrl?: string;
  /** A `mongod` to use, no other. */
  readonly mongodBinary?: string;
  /** A `redis-server` to use, no other. */
  readonly redisBinary?: string;
  /** Folder for fetched binaries; default `~/.cache/vancetope`. */
  readonly cacheDir?: string;
  /** Takes progress lines. */
  readonly log: Log;
  /** Called once if a running service ends by itself. */
  readonly onLost?: (error: DomainError) => void;
}

/** Services that are up. */
export interface EmbeddedServices {
  readonly mongoUri: string;
  readonly redisUrl: string;
  /** Ends what was started here, and waits until it is gone. */
  readonly stop: () => Promise<void>;
}

/**
 * Starts MongoDB and Redis, or checks the ones that `mongoUri` and `redisUrl` name.
 *
 * @throws DomainError fixer `operator`: its message is what to print
 */
export async function startEmbeddedServices(
  options: EmbeddedServicesOptions,
): Promise<EmbeddedServices> {
  const started: ServerProcess[] = [];
  const stop = async (): Promise<void> => {
    for (const server of started.reverse()) await server.stop();
  };
  try {
    const { dataDir, mongoUri, redisUrl, log } = options;
    if (mongoUri) await withProgress(log, 'connecting to MONGODB_URI', () => checkMongo(mongoUri));
    if (redisUrl) await withProgress(log, 'connecting to REDIS_URL', () => checkRedis(redisUrl));
    const embedded = !mongoUri || !redisUrl;
    if (embedded) await prepareDataFolder(dataDir);
    const known: Ports = embedded ? await recallPorts(dataDir) : {};
    const outcomes = await Promise.allSettled([
      mongo(options, started, known.mongo),
      redis(options, started, known.redis),
    ]);
    const [mongoUp, redisUp] = outcomes.map(valueOf);
    if (!mongoUp || !redisUp) throw new Error('unreachable: a failed outcome throws');
    if (embedded) await rememberPorts(dataDir, { mongo: mongoUp.port, redis: redisUp.port });
    for (const server of started) reportLoss(server, options.onLost);
    return { mongoUri: mongoUp.url, redisUrl: redisUp.url, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Up {
  readonly url: string;
  readonly port?: number;
}

function valueOf(outcome: PromiseSettledResult<Up>): Up {
  if (outcome.status === 'rejected') throw outcome.reason;
  return outcome.value;
}

async function mongo(
  options: EmbeddedServicesOptions,
  started: ServerProcess[],
  port?: number,
): Promise<Up> {
  const { mongoUri, log } = options;
  if (mongoUri) return { url: mongoUri, port };
  const binary = await findBinary(mongodChain(cacheOf(options), options.mongodBinary), log);
  const up = await withProgress(log, 'starting MongoDB', () =>
    startMongo(binary, join(options.dataDir, 'mongo'), port),
  );
  started.push(up.process);
  return { url: up.uri, port: up.port };
}

async function redis(
  options: EmbeddedServicesOptions,
  started: ServerProcess[],
  port?: number,
): Promise<Up> {
  const { redisUrl, log } = options;
  if (redisUrl) return { url: redisUrl, port };
  const binary = await findBinary(redisChain(cacheOf(options), options.redisBinary), log);
  const up = await withProgress(log, 'starting Redis', () => startRedis(binary, port));
  started.push(up.process);
  return { url: up.url, port: up.port };
}

const cacheOf = ({ cacheDir }: { readonly cacheDir?: string }): BinaryCache =>
  new BinaryCache(cacheDir ?? defaultCacheDir(undefined));

function reportLoss(server: ServerProcess, onLost?: (error: DomainError) => void): void {
  void server.ended.then((reason) => {
    if (!server.stopping) onLost?.(startFault('SERVICE_LOST', `${server.name} ended: ${reason}`));
  });
}
