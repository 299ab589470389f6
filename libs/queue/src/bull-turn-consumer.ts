import { DelayedError, type Job, Worker } from 'bullmq';
import { Redis } from 'ioredis';
import {
  type BullOptions,
  DEFAULT_PREFIX,
  queuedKey,
  QUEUE_NAME,
  retryStrategy,
} from './bull-options';
import { slotsPerTenant } from './job-name';
import { TurnConsumer, type TurnJob } from './turn-queue';

/** When a job comes back whose tenant holds its share of slots. */
const OVER_SHARE_DELAY_MS = 100;

/** Counts down, and forgets a count that has gone astray. */
const COUNT_DOWN = `local left = redis.call('decr', KEYS[1])
if left <= 0 then redis.call('del', KEYS[1]) end
return left`;

/** Takes jobs from BullMQ. Its lock grants nothing: the lane in the database does. */
export class BullTurnConsumer extends TurnConsumer {
  private readonly redis: Redis;
  private readonly prefix: string;
  private readonly onError: (error: unknown) => void;
  private readonly perTenant: number;
  private readonly activeOf = new Map<string, number>();
  private worker: Worker<TurnJob> | undefined;

  /** @param options with `concurrency`: turns at a time */
  constructor(private readonly options: BullOptions & { readonly concurrency: number }) {
    super();
    this.prefix = options.prefix ?? DEFAULT_PREFIX;
    this.onError = options.onError ?? (() => undefined);
    this.perTenant = slotsPerTenant(options.concurrency);
    this.redis = new Redis(options.redisUrl, {
      maxRetriesPerRequest: null,
      retryStrategy,
      disconnectTimeout: 200,
    });
    this.redis.on('error', this.onError);
  }

  async start(handle: (job: TurnJob) => Promise<void>): Promise<void> {
    this.worker = new Worker<TurnJob>(
      QUEUE_NAME,
      (job, token) => this.process(job, token, handle),
      {
        connection: this.redis,
        prefix: this.prefix,
        concurrency: this.options.concurrency,
        lockDuration: 30_000,
        stalledInterval: 10_000,
        maxStalledCount: 100,
        skipVersionCheck: true,
      },
    );
    this.worker.on('error', this.onError);
    this.worker.on('failed', (_job, error) => this.onError(error));
    await Promise.resolve();
  }

  async drain(): Promise<void> {
    await this.worker?.close();
    this.worker = undefined;
    this.redis.disconnect();
  }

  private async process(
    job: Job<TurnJob>,
    token: string | undefined,
    handle: (job: TurnJob) => Promise<void>,
  ): Promise<void> {
    const { tenantId } = job.data;
    const active = this.activeOf.get(tenantId) ?? 0;
    if (active >= this.perTenant) {
      await job.moveToDelayed(Date.now() + OVER_SHARE_DELAY_MS, token);
      throw new DelayedError();
    }
    this.activeOf.set(tenantId, active + 1);
    this.redis.eval(COUNT_DOWN, 1, queuedKey(this.prefix, tenantId)).catch(this.onError);
    try {
      await handle(job.data);
    } finally {
      this.release(tenantId);
    }
  }

  private release(tenantId: string): void {
    const active = (this.activeOf.get(tenantId) ?? 1) - 1;
    if (active <= 0) this.activeOf.delete(tenantId);
    else this.activeOf.set(tenantId, active);
  }
}
