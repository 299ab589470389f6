import { Redis } from 'ioredis';
import { reasonOf, startFault } from '../embedded.errors';
import { within } from '../run/within';

const limitMs = 5000;

/**
 * Checks a Redis that somebody else runs: it answers a PING.
 *
 * @throws DomainError SERVICE_UNREACHABLE; never a fallback from an explicit setting
 */
export async function checkRedis(url: string): Promise<void> {
  let fault: unknown;
  const redis = new Redis(url, { lazyConnect: true, retryStrategy: () => null });
  redis.on('error', (error) => (fault = error));
  try {
    await within(
      limitMs,
      'the connection',
      redis.connect().then(() => redis.ping()),
    );
  } catch (error) {
    const reason = reasonOf(fault ?? error);
    throw startFault('SERVICE_UNREACHABLE', `REDIS_URL cannot be used: ${reason}.`, {}, error);
  } finally {
    redis.disconnect();
  }
}
