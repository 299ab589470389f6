interface Bucket {
  tokens: number;
  at: number;
}

/** Full buckets say nothing that a new one would not, so so many are enough to remember the busy ones. */
const REMEMBERED = 10_000;

/** A rate per key: a minute's worth may come at once, and comes back evenly over the next one. */
export class TokenBuckets {
  private readonly buckets = new Map<string, Bucket>();

  constructor(private readonly perMinute: number) {}

  /** Milliseconds until `key` may act; 0: now. Takes nothing. */
  wait(key: string, now: number): number {
    const { tokens } = this.filled(key, now);
    return tokens >= 1 ? 0 : Math.ceil(((1 - tokens) * 60_000) / this.perMinute);
  }

  take(key: string, now: number): void {
    this.filled(key, now).tokens -= 1;
  }

  private filled(key: string, now: number): Bucket {
    const known = this.buckets.get(key);
    if (known === undefined) return this.open(key, now);
    const back = ((now - known.at) * this.perMinute) / 60_000;
    known.tokens = Math.min(this.perMinute, known.tokens + back);
    known.at = now;
    return known;
  }

  private open(key: string, now: number): Bucket {
    if (this.buckets.size >= REMEMBERED) {
      const [oldest] = this.buckets.keys();
      if (oldest !== undefined) this.buckets.delete(oldest);
    }
    const bucket = { tokens: this.perMinute, at: now };
    this.buckets.set(key, bucket);
    return bucket;
  }
}
