import { Injectable, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { TurnRunner } from '@vance/engine-core';
import { InlineTurnQueue, TurnConsumer } from '@vance/queue';
import { DirectStart, Lanes, Sweeper, WorkerIdentity } from '@vance/think-process';

/** How long turns under way may still take after SIGTERM before their lanes are given back. */
const PATIENCE_MS = 25_000;

/** Starts a worker's parts when the application stands, and ends them in order before anything they need closes. */
@Injectable()
export class WorkerLife implements OnApplicationBootstrap, OnModuleDestroy {
  private started = false;

  constructor(
    private readonly runner: TurnRunner,
    private readonly consumer: TurnConsumer,
    private readonly lanes: Lanes,
    private readonly sweeper: Sweeper,
    private readonly identity: WorkerIdentity,
    private readonly direct: DirectStart,
  ) {}

  /** Lanes of dead predecessors are free before the first sweep looks for what is due. */
  async onApplicationBootstrap(): Promise<void> {
    this.started = true;
    await this.lanes.start();
    await this.consumer.start((job) => this.runner.run(job));
    this.offerDirectStart();
    await this.sweeper.start();
  }

  /** Only the queue of a combined process has places to give; a message's write then takes the lane as well. */
  private offerDirectStart(): void {
    const { consumer, lanes, runner } = this;
    if (!(consumer instanceof InlineTurnQueue)) return;
    this.direct.offer({
      workerId: lanes.workerId,
      reserve: (tenantId) => consumer.reserve(tenantId),
      run: (process) => runner.runTaken(process),
    });
  }

  async onModuleDestroy(): Promise<void> {
    if (!this.started) return;
    this.direct.offer(undefined);
    this.sweeper.stop();
    await Promise.all([this.consumer.drain(), this.runner.drain(PATIENCE_MS)]);
    await this.lanes.stopWatching();
    await this.identity.leave();
  }
}
