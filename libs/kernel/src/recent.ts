interface Kept<V> {
  readonly value: V;
  readonly until: number;
}

/** A small memory by key: bounded in number, each value optionally in time; the oldest goes first. */
export class Recent<V> {
  private readonly values = new Map<string, Kept<V>>();

  constructor(private readonly most: number) {}

  get(key: string): V | undefined {
    const kept = this.values.get(key);
    if (kept === undefined) return undefined;
    if (kept.until > Date.now()) return kept.value;
    this.values.delete(key);
    return undefined;
  }

  /** @param forMs how long it counts; as long as there is room when absent */
  set(key: string, value: V, forMs = Infinity): void {
    this.values.delete(key);
    this.values.set(key, { value, until: Date.now() + forMs });
    if (this.values.size <= this.most) return;
    const [oldest] = this.values.keys();
    if (oldest !== undefined) this.values.delete(oldest);
  }

  /** The value that is kept, else the one that `make` gives; used now, it goes last, and without a limit in time. */
  getOrMake(key: string, make: () => V): V {
    const value = this.get(key) ?? make();
    this.set(key, value);
    return value;
  }

  delete(key: string): void {
    this.values.delete(key);
  }
}
