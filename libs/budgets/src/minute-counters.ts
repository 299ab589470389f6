import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterRedis,
  type RateLimiterAbstract,
} from 'rate-limiter-flexible';

/** What was counted in the running minute. */
export interface Minute {
  readonly used: number;
  /** Until it begins anew; at least 1. */
  readonly retryAfterSeconds: number;
}

/** What became of a request for one place in the minute. */
export interface Taken extends Minute {
  /** Without room nothing was counted. */
  readonly taken: boolean;
}

const KEY_PREFIX = 'vance:budget';
const SECONDS = 60;

const OPTIONS = {
  keyPrefix: KEY_PREFIX,
  duration: SECONDS,
  // How much is too much is no matter of the counter: limits differ by tenant and change.
  points: Number.MAX_SAFE_INTEGER,
};

/**
 * Counts one if there is room, in one step: what is refused was never counted, so there is nothing to give back, which
 * might fall into the next minute and make room there that nobody has.
 */
const TAKE = `
  local used = tonumber(redis.call('get', KEYS[1]) or 0)
  if used >= tonumber(ARGV[1]) then return {0, used, redis.call('pttl', KEYS[1])} end
  used = redis.call('incr', KEYS[1])
  if used == 1 then redis.call('expire', KEYS[1], ARGV[2]) end
  return {1, used, redis.call('pttl', KEYS[1])}
`;

/**
 * How long a command may take before the count goes on in memory, where each process counts for itself. Longer than a
 * process stalls on a busy machine: a limit would hold for each process alone although Redis is there.
 */
const PATIENCE_MS = 2_000;

/** Closer to its end nothing is given back to a minute, as it may be over by then. */
const ENDING_MS = 100;

/** Counts what happens within a minute, by key; a minute begins with the first of it. */
export class MinuteCounters {
  private constructor(
    private readonly limiter: RateLimiterAbstract,
    private readonly alone: RateLimiterMemory,
    private readonly redis?: Redis,
  ) {}

  /** For one process alone. */
  static inMemory(): MinuteCounters {
    const alone = new RateLimiterMemory(OPTIONS);
    return new MinuteCounters(alone, alone);
  }

  /** For all processes at this Redis, by its clock. While it is away each counts for itself. */
  static overRedis(url: string, onError: (error: unknown) => void): MinuteCounters {
    const redis = new Redis(url, {
      lazyConnect: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      commandTimeout: PATIENCE_MS,
      retryStrategy: (times) => Math.min(50 * 2 ** Math.min(times, 5), 1_000),
      disconnectTimeout: 200,
    });
    redis.on('error', onError);
    const alone = new RateLimiterMemory(OPTIONS);
    const limiter = new RateLimiterRedis({
      ...OPTIONS,
      storeClient: redis,
      rejectIfRedisNotReady: true,
      insuranceLimiter: alone,
    });
    return new MinuteCounters(limiter, alone, redis);
  }

  /** Resolves when there is a connection, or when there is none yet after a moment. */
  async open(): Promise<void> {
    await this.redis?.connect().catch(() => undefined);
  }

  /** Counts, in one step with what all others count. @returns the minute with it */
  async add(key: string, points: number): Promise<Minute> {
    const { consumedPoints, msBeforeNext } = await this.limiter.penalty(key, points);
    return minute(consumedPoints, msBeforeNext);
  }

  /** Counts one where fewer than `limit` are counted, in one step with what all others count. */
  async take(key: string, limit: number): Promise<Taken> {
    if (this.redis === undefined) return this.takeAlone(key, limit);
    const told = this.redis.eval(TAKE, 1, `${KEY_PREFIX}:${key}`, limit, SECONDS);
    const counted = (await told.catch(() => undefined)) as [number, number, number] | undefined;
    if (counted === undefined) return this.takeAlone(key, limit);
    const [taken, used, ms] = counted;
    return { ...minute(used, ms), taken: taken === 1 };
  }

  async read(key: string): Promise<Minute> {
    const found = await this.limiter.get(key);
    return found === null ? minute(0, 0) : minute(found.consumedPoints, found.msBeforeNext);
  }

  /** For this process alone; what is refused is given back at once. */
  private async takeAlone(key: string, limit: number): Promise<Taken> {
    const { consumedPoints, msBeforeNext } = await this.alone.penalty(key, 1);
    if (consumedPoints <= limit) return { ...minute(consumedPoints, msBeforeNext), taken: true };
    // A minute that is ending takes what was refused with it; the next one has nothing to give back.
    if (msBeforeNext > ENDING_MS) await this.alone.reward(key, 1);
    return { ...minute(consumedPoints - 1, msBeforeNext), taken: false };
  }

  close(): void {
    this.redis?.disconnect();
  }
}

function minute(used: number, ms: number): Minute {
  return { used, retryAfterSeconds: Math.max(1, Math.ceil(ms / 1000)) };
}
