import { Logger } from '@nestjs/common';
import { Redis } from 'ioredis';
import { DomainError } from '@vance/kernel';

/** How long Redis is waited for at the start, in milliseconds. */
const PATIENCE_MS = 5_000;

/** Proves at the start that Redis is there: later it may come and go, but a wrong address is told at once. */
export async function assertRedis(url: string): Promise<void> {
  const redis = new Redis(url, {
    lazyConnect: true,
    connectTimeout: PATIENCE_MS,
    commandTimeout: PATIENCE_MS,
    retryStrategy: () => null,
    maxRetriesPerRequest: 0,
  });
  // The reason comes here; the rejected connect below only says that there is no connection.
  let reason: unknown;
  redis.on('error', (error) => (reason = error));
  try {
    await redis.connect();
    await redis.ping();
  } catch (error) {
    const cause = reason ?? error;
    throw new DomainError(
      'CONFIG',
      `REDIS_URL: Redis cannot be used (${cause instanceof Error ? cause.message : String(cause)}); for example REDIS_URL=redis://127.0.0.1:6379`,
      { status: 500, fixer: 'operator', cause },
    );
  } finally {
    redis.disconnect();
  }
}

/** Tells the log of lost connections, at most once in ten seconds each. */
export function redisTrouble(part: string): (error: unknown) => void {
  const log = new Logger(part);
  let quietUntil = 0;
  return (error) => {
    const now = performance.now();
    if (now < quietUntil) return;
    quietUntil = now + 10_000;
    log.warn({ msg: 'trouble with Redis', err: error });
  };
}
