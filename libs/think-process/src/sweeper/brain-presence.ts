import { Injectable, Logger } from '@nestjs/common';
import { BrainRepository, ClientToolsRepository } from '@vance/data';
import { newId } from '@vance/kernel';

const BEAT_MS = 10_000;

/** A brain's sign of life: while it comes, the tools of the brain's clients stand. */
@Injectable()
export class BrainPresence {
  /** New each boot. */
  readonly brainId = newId('brn');
  private readonly logger = new Logger(BrainPresence.name);
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly brains: BrainRepository,
    private readonly clientTools: ClientToolsRepository,
  ) {}

  /** The first sign is given when this resolves. */
  async start(): Promise<void> {
    await this.brains.beat(this.brainId);
    this.timer = setInterval(() => {
      this.brains
        .beat(this.brainId)
        .catch((error: unknown) => this.logger.warn(`no sign of life given: ${String(error)}`));
    }, BEAT_MS).unref();
  }

  /** Says goodbye, so that nobody waits for clients that are gone. */
  async beforeApplicationShutdown(): Promise<void> {
    if (this.timer === undefined) return;
    clearInterval(this.timer);
    this.timer = undefined;
    await this.clientTools.removeOfBrain(this.brainId);
    await this.brains.forget(this.brainId);
  }
}
