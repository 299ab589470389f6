import { jobName, slotsPerTenant } from './job-name';
import { type TurnConsumer, type TurnJob, TurnQueue } from './turn-queue';

/** Bounds of the inline queue. */
export interface InlineTurnQueueOptions {
  /** Turns at a time. */
  readonly concurrency: number;
  readonly onError?: (error: unknown) => void;
}

/** A place kept for one turn: used once, or given back. */
export interface TurnPlace {
  run(work: () => Promise<void>): void;
  give(): void;
}

/**
 * Queue and consumer in one process: a job starts in the tick that adds it. What the process takes to its
 * grave the sweeper finds, as with any lost job.
 */
export class InlineTurnQueue extends TurnQueue implements TurnConsumer {
  private readonly waiting = new Map<string, TurnJob>();
  private readonly activeOf = new Map<string, number>();
  private readonly running = new Set<Promise<void>>();
  private handle: ((job: TurnJob) => Promise<void>) | undefined;
  private readonly perTenant: number;
  private reserved = 0;

  constructor(private readonly options: InlineTurnQueueOptions) {
    super();
    this.perTenant = slotsPerTenant(options.concurrency);
  }

  add(job: TurnJob): Promise<void> {
    this.waiting.set(jobName(job), job);
    this.startWhatFits();
    return Promise.resolve();
  }

  /**
   * Keeps a place for a turn that is already taken, outside the order of the jobs; undefined when the
   * process is full, the tenant has its share, or nothing is done here.
   */
  reserve(tenantId: string): TurnPlace | undefined {
    const full = this.running.size + this.reserved >= this.options.concurrency;
    const active = this.activeOf.get(tenantId) ?? 0;
    if (this.handle === undefined || full || active >= this.perTenant) return undefined;
    this.reserved += 1;
    this.count(tenantId, 1);
    let open = true;
    const close = (): void => {
      if (!open) return;
      open = false;
      this.reserved -= 1;
      this.count(tenantId, -1);
    };
    return {
      run: (work) => {
        if (!open) return;
        close();
        this.run(tenantId, work);
      },
      give: () => {
        close();
        this.startWhatFits();
      },
    };
  }

  start(handle: (job: TurnJob) => Promise<void>): Promise<void> {
    this.handle = handle;
    this.startWhatFits();
    return Promise.resolve();
  }

  async drain(): Promise<void> {
    this.handle = undefined;
    await Promise.all(this.running);
  }

  async close(): Promise<void> {
    this.waiting.clear();
    await this.drain();
  }

  private startWhatFits(): void {
    const { handle } = this;
    if (handle === undefined) return;
    while (this.running.size + this.reserved < this.options.concurrency) {
      const next = this.next();
      if (next === undefined) return;
      this.waiting.delete(jobName(next));
      this.run(next.tenantId, () => handle(next));
    }
  }

  /** The oldest job of the tenant with the fewest turns under way, if it may have one more. */
  private next(): TurnJob | undefined {
    let best: TurnJob | undefined;
    let fewest = this.perTenant;
    for (const job of this.waiting.values()) {
      const active = this.activeOf.get(job.tenantId) ?? 0;
      if (active === 0) return job;
      if (active < fewest) {
        best = job;
        fewest = active;
      }
    }
    return best;
  }

  private run(tenantId: string, work: () => Promise<void>): void {
    this.count(tenantId, 1);
    const turn = work()
      .catch((error: unknown) => this.options.onError?.(error))
      .finally(() => {
        this.running.delete(turn);
        this.count(tenantId, -1);
        this.startWhatFits();
      });
    this.running.add(turn);
  }

  private count(tenantId: string, change: 1 | -1): void {
    const active = (this.activeOf.get(tenantId) ?? 0) + change;
    if (active === 0) this.activeOf.delete(tenantId);
    else this.activeOf.set(tenantId, active);
  }
}
