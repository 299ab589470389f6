import { Injectable, type OnModuleDestroy } from '@nestjs/common';
import type { DomainError } from '@vance/kernel';
import { Readiness } from './readiness';
import { unavailable } from './unavailable';

/** How long a request is waited for before it is asked whether the database is there, in milliseconds. */
const PATIENCE_MS = 2_500;
const TICK_MS = 500;

interface Waiting {
  readonly since: number;
  readonly giveUp: (error: DomainError) => void;
}

/**
 * Ends the wait of requests whose database does not answer, with UNAVAILABLE: a connection that is cut is told by
 * the driver, one that is silent is not. What such a request has begun may still be done; that is what
 * clientMessageId, decisionId and Idempotency-Key are for. A slow request of a database that answers waits on.
 */
@Injectable()
export class Patience implements OnModuleDestroy {
  private readonly waiting = new Set<Waiting>();
  private readonly timer = setInterval(() => void this.look(), TICK_MS).unref();
  private looking = false;

  constructor(private readonly readiness: Readiness) {}

  onModuleDestroy(): void {
    clearInterval(this.timer);
  }

  /** The outcome of `work`, or UNAVAILABLE when there will be none for now. */
  run<T>(work: () => Promise<T>): Promise<T> {
    return new Promise<T>((resolve, reject) => {
      const entry = { since: performance.now(), giveUp: reject };
      this.waiting.add(entry);
      const end = (): void => void this.waiting.delete(entry);
      work().then(
        (value) => {
          end();
          resolve(value);
        },
        (error: Error) => {
          end();
          reject(error);
        },
      );
    });
  }

  /** One look at what waits too long. */
  async look(now = performance.now()): Promise<void> {
    const late = [...this.waiting].filter(({ since }) => now - since >= PATIENCE_MS);
    if (late.length === 0 || this.looking) return;
    this.looking = true;
    try {
      const { silent } = await this.readiness.run();
      if (silent.length > 0) for (const { giveUp } of late) giveUp(unavailable(silent));
    } finally {
      this.looking = false;
    }
  }
}
