import { setTimeout as wait } from 'node:timers/promises';

/** How a turn waits; what tests replace. */
export abstract class Waiting {
  /** @throws the signal's reason when it aborts */
  abstract seconds(count: number, signal: AbortSignal): Promise<void>;
}

/** By the clock. */
export class RealWaiting extends Waiting {
  async seconds(count: number, signal: AbortSignal): Promise<void> {
    await wait(count * 1000, undefined, { signal });
  }
}
