/**
 * Joins concurrent look-ups by key into one query: the first goes at once, those that come while it is
 * under way form the next. A look-up never joins a query that began before it was asked, so it is as
 * fresh as one of its own.
 */
export class ReadBatch<V> {
  private waiting = new Map<string, Waiter<V>[]>();
  private inFlight = 0;

  /**
   * @param load answers many keys at once; absent keys are absent in the answer
   * @param maxInFlight queries under way at the same time
   */
  constructor(
    private readonly load: (keys: readonly string[]) => Promise<ReadonlyMap<string, V>>,
    private readonly maxInFlight = 1,
  ) {}

  get(key: string): Promise<V | null> {
    return new Promise((resolve, reject) => {
      const waiters = this.waiting.get(key);
      if (waiters === undefined) this.waiting.set(key, [{ resolve, reject }]);
      else waiters.push({ resolve, reject });
      if (this.inFlight < this.maxInFlight) void this.flush();
    });
  }

  private async flush(): Promise<void> {
    this.inFlight += 1;
    // One tick lets the look-ups of one burst meet.
    await Promise.resolve();
    const batch = this.waiting;
    this.waiting = new Map();
    if (batch.size > 0) await this.answer(batch);
    this.inFlight -= 1;
    if (this.waiting.size > 0 && this.inFlight < this.maxInFlight) void this.flush();
  }

  private async answer(batch: ReadonlyMap<string, readonly Waiter<V>[]>): Promise<void> {
    try {
      const found = await this.load([...batch.keys()]);
      for (const [key, waiters] of batch) {
        const value = found.get(key) ?? null;
        for (const waiter of waiters) waiter.resolve(value);
      }
    } catch (error) {
      for (const waiters of batch.values()) for (const waiter of waiters) waiter.reject(error);
    }
  }
}

interface Waiter<V> {
  resolve(value: V | null): void;
  reject(error: unknown): void;
}
