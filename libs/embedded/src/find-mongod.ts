import { BinaryCache } from './binary/binary-cache';
import { findBinary } from './binary/binary-step';
import { mongodChain } from './binary/mongod-binary';
import { defaultCacheDir } from './default-cache-dir';
import type { Log } from './run/progress';

/**
 * Path or command of a `mongod` that runs here, for benchmarks that start one themselves.
 *
 * @throws DomainError BINARY_NOT_FOUND
 */
export function findMongod(
  log: Log = () => undefined,
  cacheDir: string = defaultCacheDir(undefined),
): Promise<string> {
  return findBinary(mongodChain(new BinaryCache(cacheDir)), log);
}
