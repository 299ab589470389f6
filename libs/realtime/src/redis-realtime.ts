import { Redis } from 'ioredis';
import { Realtime, type Unsubscribe } from './realtime';
import { Subscriptions } from './subscriptions';

/** How to reach Redis. */
export interface RedisRealtimeOptions {
  readonly url: string;
  /** Told about lost connections and faulty listeners; nothing is thrown for them. */
  readonly onError?: (error: unknown) => void;
}

/** How long a subscription waits for a first connection before it goes on without: a busy machine is no lost Redis. */
const FIRST_CONNECTION_MS = 5_000;

/** Between processes, over Redis publish and subscribe: one connection each way. */
export class RedisRealtime extends Realtime {
  private readonly publisher: Redis;
  private readonly subscriber: Redis;
  private readonly subscriptions = new Subscriptions();
  private readonly standing = new Map<string, Promise<void>>();
  private readonly reconnectListeners: (() => void)[] = [];
  private readonly onError: (error: unknown) => void;
  /** Both ways stand for the first time. */
  private readonly firstReady: Promise<unknown>;
  private firstWait: Promise<unknown> | undefined;
  private wasReady = false;

  constructor(options: RedisRealtimeOptions) {
    super();
    this.onError = options.onError ?? (() => undefined);
    const retryStrategy = (times: number): number => Math.min(50 * 2 ** Math.min(times, 5), 1_000);
    // Publishing never waits: without a connection the message is lost, which this port allows.
    this.publisher = new Redis(options.url, {
      enableAutoPipelining: true,
      enableOfflineQueue: false,
      maxRetriesPerRequest: 0,
      retryStrategy,
      disconnectTimeout: 200,
    });
    this.subscriber = new Redis(options.url, {
      autoResubscribe: false,
      enableOfflineQueue: false,
      maxRetriesPerRequest: null,
      retryStrategy,
      disconnectTimeout: 200,
    });
    this.publisher.on('error', this.onError);
    this.subscriber.on('error', this.onError);
    this.subscriber.on('message', (channel: string, message: string) => {
      this.subscriptions.deliver(channel, message, this.onError);
    });
    this.subscriber.on('close', () => this.standing.clear());
    const subscribing = new Promise<void>((resolve) => {
      this.subscriber.on('ready', () => {
        void this.resume().then(resolve);
      });
    });
    const publishing = new Promise<void>((resolve) =>
      this.publisher.once('ready', () => resolve()),
    );
    this.firstReady = Promise.all([subscribing, publishing]);
  }

  publish(channel: string, message: string): boolean {
    if (this.publisher.status !== 'ready') return false;
    this.publisher.publish(channel, message).catch(this.onError);
    return true;
  }

  /**
   * Without a connection it resolves all the same: the subscription stands as soon as there is one,
   * and the reconnect listeners are told then.
   */
  async subscribe(channel: string, onMessage: (message: string) => void): Promise<Unsubscribe> {
    const listener = (message: string): void => onMessage(message);
    this.subscriptions.add(channel, listener);
    this.firstWait ??= Promise.race([this.firstReady, pause(FIRST_CONNECTION_MS)]);
    await this.firstWait;
    await this.stand(channel);
    return () => this.end(channel, listener);
  }

  onReconnect(listener: () => void): void {
    this.reconnectListeners.push(listener);
  }

  /** Whether messages flow now; for readiness. */
  isConnected(): boolean {
    return this.publisher.status === 'ready' && this.subscriber.status === 'ready';
  }

  async close(): Promise<void> {
    this.publisher.disconnect();
    this.subscriber.disconnect();
    await Promise.resolve();
  }

  /** Nest closes it after everyone who publishes has ended. */
  async onApplicationShutdown(): Promise<void> {
    await this.close();
  }

  private stand(channel: string): Promise<void> {
    const known = this.standing.get(channel);
    if (known !== undefined) return known;
    if (this.subscriber.status !== 'ready') return Promise.resolve();
    const standing = this.subscriber.subscribe(channel).then(
      () => undefined,
      (error: unknown) => {
        this.standing.delete(channel);
        this.onError(error);
      },
    );
    this.standing.set(channel, standing);
    return standing;
  }

  private async end(channel: string, listener: (message: string) => void): Promise<void> {
    if (!this.subscriptions.remove(channel, listener)) return;
    this.standing.delete(channel);
    if (this.subscriber.status !== 'ready') return;
    await this.subscriber.unsubscribe(channel).catch(this.onError);
  }

  /** After a connection stands: subscribe anew, and only then say that something may have been missed. */
  private async resume(): Promise<void> {
    await Promise.all(this.subscriptions.channels().map((channel) => this.stand(channel)));
    if (this.wasReady) for (const listener of this.reconnectListeners) listener();
    this.wasReady = true;
  }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms).unref());
}
