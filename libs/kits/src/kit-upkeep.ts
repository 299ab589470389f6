import {
  Injectable,
  type OnApplicationBootstrap,
  type OnApplicationShutdown,
} from '@nestjs/common';
import { KitRepository } from '@vance/data';
import { Logger } from '@vance/observability';
import { KitWriter } from './kit-writer';

const LOOK_MS = 20_000;

/** Finishes what others have begun to apply and died over. Runs in every process; the database lets one do each. */
@Injectable()
export class KitUpkeep implements OnApplicationBootstrap, OnApplicationShutdown {
  private timer: NodeJS.Timeout | undefined;

  constructor(
    private readonly kits: KitRepository,
    private readonly writer: KitWriter,
    private readonly log: Logger,
  ) {}

  onApplicationBootstrap(): void {
    void this.look();
    this.timer = setInterval(() => void this.look(), LOOK_MS).unref();
  }

  onApplicationShutdown(): void {
    clearInterval(this.timer);
  }

  /** @returns how many kits were taken over and finished */
  async finishAbandoned(): Promise<number> {
    let finished = 0;
    for (let kit = await this.kits.takeOver(); kit !== null; kit = await this.kits.takeOver()) {
      // What failed again is on record there, and waits for its next turn.
      await this.writer.write(kit).then(
        () => (finished += 1),
        () => undefined,
      );
    }
    return finished;
  }

  private async look(): Promise<void> {
    try {
      await this.finishAbandoned();
    } catch (error) {
      this.log.warn({ err: error }, 'kits that were left half applied could not be looked for');
    }
  }
}
