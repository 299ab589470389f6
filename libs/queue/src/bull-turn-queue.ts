import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import { type BullOptions, DEFAULT_PREFIX, QUEUE_NAME, retryStrategy } from './bull-options';
import { jobName } from './job-name';
import { QueuedCounter } from './queued-counter';
import { type TurnJob, TurnQueue } from './turn-queue';

/** Adds jobs to BullMQ. Without Redis it fails at once and says so: the sweeper will find the work. */
export class BullTurnQueue extends TurnQueue {
  private readonly redis: Redis;
  private readonly queue: Queue<TurnJob>;
  private readonly prefix: string;
  private readonly queued: QueuedCounter;
  private readonly onError: (error: unknown) => void;

  constructor(options: BullOptions) {
    super();
    this.prefix = options.prefix ?? DEFAULT_PREFIX;
    this.onError = options.onError ?? (() => undefined);
    this.redis = new Redis(options.redisUrl, {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy,
      disconnectTimeout: 200,
    });
    this.redis.on('error', this.onError);
    this.queued = new QueuedCounter(this.redis, this.prefix, this.onError);
    this.queue = new Queue<TurnJob>(QUEUE_NAME, {
      connection: this.redis,
      prefix: this.prefix,
      skipVersionCheck: true,
    });
    this.queue.on('error', this.onError);
  }

  async add(job: TurnJob): Promise<void> {
    if (!this.isConnected()) return;
    try {
      const priority = this.queued.next(job.tenantId);
      await this.queue.add('turn', job, {
        jobId: jobName(job),
        attempts: 1,
        removeOnComplete: true,
        removeOnFail: true,
        ...(priority > 0 ? { priority } : {}),
      });
    } catch (error) {
      this.onError(error);
    }
  }

  /** Whether hints get through now; for readiness. */
  isConnected(): boolean {
    return this.redis.status === 'ready';
  }

  async close(): Promise<void> {
    await this.queue.close();
    this.redis.disconnect();
  }

  /** Nest closes it after everyone who adds has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }
}
