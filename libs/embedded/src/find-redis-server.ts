import { BinaryCache } from './binary/binary-cache';
import { findBinary } from './binary/binary-step';
import { redisChain } from './binary/redis-binary';
import { defaultCacheDir } from './default-cache-dir';
import type { Log } from './run/progress';

/**
 * Path or command of a Redis server that runs here, for tests that start and kill one themselves.
 *
 * @throws DomainError BINARY_NOT_FOUND
 */
export function findRedisServer(
  log: Log = () => undefined,
  cacheDir: string = defaultCacheDir(undefined),
): Promise<string> {
  return findBinary(redisChain(new BinaryCache(cacheDir)), log);
}
