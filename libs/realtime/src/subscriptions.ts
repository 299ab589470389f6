/** Who listens on which channel, in this process. */
export class Subscriptions {
  private readonly listeners = new Map<string, Set<(message: string) => void>>();

  /** @returns whether it is the channel's first listener */
  add(channel: string, listener: (message: string) => void): boolean {
    const known = this.listeners.get(channel);
    if (known === undefined) {
      this.listeners.set(channel, new Set([listener]));
      return true;
    }
    known.add(listener);
    return false;
  }

  /** @returns whether nobody listens on the channel any more */
  remove(channel: string, listener: (message: string) => void): boolean {
    const known = this.listeners.get(channel);
    if (known === undefined || !known.delete(listener) || known.size > 0) return false;
    this.listeners.delete(channel);
    return true;
  }

  /** Hands a message to the channel's listeners; one that throws does not keep it from the others. */
  deliver(channel: string, message: string, onError: (error: unknown) => void): void {
    for (const listener of this.listeners.get(channel) ?? []) {
      try {
        listener(message);
      } catch (error) {
        onError(error);
      }
    }
  }

  channels(): readonly string[] {
    return [...this.listeners.keys()];
  }
}
