/**
 * Joins concurrent small writes into bulks: one bulk under way, newcomers form the next. An insert alone
 * costs the server half a millisecond, in a bulk of 32 a thirtieth of that.
 */
export class GroupCommit<T> {
  private waiting: Pending<T>[] = [];
  private busy = false;

  /** @param commit stores all of them; rejects if any may not be stored */
  constructor(
    private readonly commit: (rows: readonly T[]) => Promise<void>,
    private readonly maxRows = 256,
  ) {}

  /** Resolves when the rows are stored. */
  add(rows: readonly T[]): Promise<void> {
    if (rows.length === 0) return Promise.resolve();
    return new Promise((resolve, reject) => {
      this.waiting.push({ rows, resolve, reject });
      if (!this.busy) void this.run();
    });
  }

  private async run(): Promise<void> {
    this.busy = true;
    await Promise.resolve();
    while (this.waiting.length > 0) {
      const group = this.next();
      try {
        await this.commit(group.flatMap((pending) => pending.rows));
        for (const pending of group) pending.resolve();
      } catch (error) {
        for (const pending of group) pending.reject(error);
      }
    }
    this.busy = false;
  }

  private next(): readonly Pending<T>[] {
    let rows = 0;
    let end = 0;
    for (; end < this.waiting.length && rows < this.maxRows; end += 1) {
      rows += this.waiting[end]?.rows.length ?? 0;
    }
    return this.waiting.splice(0, end);
  }
}

interface Pending<T> {
  readonly rows: readonly T[];
  resolve(): void;
  reject(error: unknown): void;
}
