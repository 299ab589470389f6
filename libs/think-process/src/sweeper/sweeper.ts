import { Injectable, Logger } from '@nestjs/common';
import {
  BrainRepository,
  ClientToolsRepository,
  type DueProcess,
  EVENT_RETENTION_DAYS,
  EventLog,
  ProcessUpkeepRepository,
} from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { Realtime } from '@vance/realtime';
import { Projector } from '../projector/projector';
import { TurnWaker } from '../wake/turn-waker';

const SWEEP_MS = 10_000;
const JITTER_MS = 1_000;
/** Leaves to a process's own writers what they are about to do. */
const GRACE_MS = 5_000;
const LIMIT = 500;
/** Signs of life come every 10 s. */
const BRAIN_SILENT_MS = 30_000;
const RETENTION_EVERY_MS = 3_600_000;
const DAY_MS = 86_400_000;
/** The queue's own connection may come back a little after ours. */
const AFTER_RECONNECT_MS = 1_500;

/**
 * The net under every hint: finds what is due and in nobody's hands, tells what was not told, and wakes
 * what can run (I11). Several may sweep at once; everything they do is idempotent.
 */
@Injectable()
export class Sweeper {
  private readonly logger = new Logger(Sweeper.name);
  private timer: NodeJS.Timeout | undefined;
  private stopped = true;
  private expiredAt = 0;
  private listens = false;

  constructor(
    private readonly upkeep: ProcessUpkeepRepository,
    private readonly projector: Projector,
    private readonly waker: TurnWaker,
    private readonly realtime: Realtime,
    private readonly brains: BrainRepository,
    private readonly clientTools: ClientToolsRepository,
    private readonly events: EventLog,
  ) {}

  /** Sweeps at once, then every ten seconds and whenever Redis is back. */
  async start(): Promise<void> {
    this.stopped = false;
    if (!this.listens) {
      this.listens = true;
      this.realtime.onReconnect(() => {
        void this.tick(0);
        setTimeout(() => void this.tick(0), AFTER_RECONNECT_MS).unref();
      });
    }
    await this.tick(0, true);
    this.schedule();
  }

  stop(): void {
    this.stopped = true;
    clearTimeout(this.timer);
  }

  /** Nest calls it before connections close. */
  beforeApplicationShutdown(): void {
    this.stop();
  }

  /**
   * One sweep.
   * @param graceMs how long something must have been due
   * @param anew at a start: jobs of workers that died with them may stand in the way
   * @returns how many processes were woken
   */
  async sweepOnce(graceMs = GRACE_MS, anew = false): Promise<number> {
    const due = await this.upkeep.due(graceMs, LIMIT);
    const runnable = await Promise.all(due.map((process) => this.mend(process, anew)));
    return runnable.filter(Boolean).length;
  }

  private async tick(graceMs: number, anew = false): Promise<void> {
    if (this.stopped) return;
    try {
      const woken = await this.sweepOnce(graceMs, anew);
      if (woken > 0) this.logger.log(`woke ${woken} processes that were due`);
      await this.forgetSilentBrains();
      await this.expireEvents();
    } catch (error) {
      this.logger.warn(`a sweep failed, the next one will try again: ${String(error)}`);
    }
  }

  private schedule(): void {
    if (this.stopped) return;
    this.timer = setTimeout(
      () => {
        void this.tick(GRACE_MS).then(() => this.schedule());
      },
      SWEEP_MS + (Math.random() * 2 - 1) * JITTER_MS,
    ).unref();
  }

  /** @returns whether it was woken */
  private async mend(process: DueProcess, anew: boolean): Promise<boolean> {
    if (process.runnable) this.waker.recover(process, anew);
    try {
      await this.projector.project(tenantScope(process.tenantId), process, { republish: true });
    } catch (error) {
      this.logger.warn(`projecting ${process._id} failed: ${String(error)}`);
    }
    return process.runnable;
  }

  /** A brain that died took its connections with it: their tools are not there any more. */
  private async forgetSilentBrains(): Promise<void> {
    for (const brainId of await this.brains.silentFor(BRAIN_SILENT_MS)) {
      await this.clientTools.removeOfBrain(brainId);
      await this.brains.forget(brainId);
    }
  }

  private async expireEvents(): Promise<void> {
    if (performance.now() - this.expiredAt < RETENTION_EVERY_MS && this.expiredAt > 0) return;
    this.expiredAt = performance.now();
    await this.events.expire(new Date(Date.now() - EVENT_RETENTION_DAYS * DAY_MS));
  }
}
