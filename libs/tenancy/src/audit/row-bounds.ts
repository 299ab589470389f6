interface Window<R> {
  readonly until: number;
  written: number;
  leftOut: number;
  last?: R;
}

/** The last row that was left out of a window, and how many before it. */
export interface LeftOut<R> {
  readonly row: R;
  readonly others: number;
}

/** So many rows of a key within a window; of the rest the last one counts, once the window is over. */
export class RowBounds<R> {
  private readonly windows = new Map<string, Window<R>>();

  constructor(
    private readonly most: number,
    /** Milliseconds. */
    readonly length: number,
  ) {}

  /** Whether the row is to be written now; else it is counted. */
  admit(key: string, row: R, now: number): boolean {
    const window = this.windows.get(key) ?? this.open(key, now);
    if (window.written < this.most) {
      window.written += 1;
      return true;
    }
    window.last = row;
    window.leftOut += 1;
    return false;
  }

  /** Ends the windows whose time is over; `Infinity` ends all. */
  end(now: number): readonly LeftOut<R>[] {
    const ended = [...this.windows].filter(([, { until }]) => until <= now);
    return ended.flatMap(([key, { last, leftOut }]) => {
      this.windows.delete(key);
      return last === undefined ? [] : [{ row: last, others: leftOut - 1 }];
    });
  }

  private open(key: string, now: number): Window<R> {
    const window: Window<R> = { until: now + this.length, written: 0, leftOut: 0 };
    this.windows.set(key, window);
    return window;
  }
}
