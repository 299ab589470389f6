import { Realtime, type Unsubscribe } from './realtime';
import { Subscriptions } from './subscriptions';

/** Within one process: for tests and for a product that runs as a single process. */
export class MemoryRealtime extends Realtime {
  private readonly subscriptions = new Subscriptions();
  private readonly reconnectListeners: (() => void)[] = [];
  private closed = false;

  constructor(private readonly onError: (error: unknown) => void = () => undefined) {
    super();
  }

  publish(channel: string, message: string): boolean {
    queueMicrotask(() => {
      if (!this.closed) this.subscriptions.deliver(channel, message, this.onError);
    });
    return !this.closed;
  }

  subscribe(channel: string, onMessage: (message: string) => void): Promise<Unsubscribe> {
    // A function of its own, so that the same listener may subscribe twice.
    const listener = (message: string): void => onMessage(message);
    this.subscriptions.add(channel, listener);
    return Promise.resolve(() => {
      this.subscriptions.remove(channel, listener);
      return Promise.resolve();
    });
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** For tests: as if the connection had been lost and were back. */
  simulateReconnect(): void {
    for (const listener of this.reconnectListeners) listener();
  }

  close(): Promise<void> {
    this.closed = true;
    return Promise.resolve();
  }
}
