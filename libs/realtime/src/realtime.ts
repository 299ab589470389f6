/** Ends a subscription. */
export type Unsubscribe = () => Promise<void>;

/**
 * Publish and subscribe between processes. At most once, unordered across publishers, may lose
 * everything at any time: what must not be lost is read from the database.
 */
export abstract class Realtime {
  /** Never throws, never waits for a subscriber. False: there is no connection, so it was not sent; true promises nothing. */
  abstract publish(channel: string, message: string): boolean;
  /** Resolves when the subscription stands: what is published afterwards, here too, arrives. */
  abstract subscribe(channel: string, onMessage: (message: string) => void): Promise<Unsubscribe>;
  /** Called after a connection was lost and is back: something may have been missed. */
  abstract onReconnect(listener: () => void): void;
  abstract close(): Promise<void>;
}
