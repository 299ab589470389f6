/** Shown at once when this much waits, in characters. */
const ENOUGH = 40;
/** Nothing waits longer than this, in milliseconds. */
const PATIENCE_MS = 200;

/** Where chunks go: to the clients, in order. */
export interface ChunkSink {
  text(index: number, text: string): void;
  reset(): void;
}

/**
 * The text of one turn while it arrives. What one read of the stream brings is joined into one chunk. After
 * a reset the count starts again at 0.
 */
export class ChunkStream {
  private waiting = '';
  private sent = '';
  private index = 0;
  private timer: NodeJS.Timeout | undefined;
  private soon: NodeJS.Immediate | undefined;

  constructor(private readonly sink: ChunkSink) {}

  /** What people have been shown and not been told to forget. */
  get shown(): string {
    return this.sent;
  }

  push(text: string): void {
    if (text === '') return;
    this.waiting += text;
    if (this.waiting.length >= ENOUGH) this.soon ??= setImmediate(() => this.flush());
    else this.timer ??= setTimeout(() => this.flush(), PATIENCE_MS).unref();
  }

  /** Shows what waits. */
  flush(): void {
    this.rest();
    if (this.waiting === '') return;
    const text = this.waiting;
    this.waiting = '';
    this.sent += text;
    this.sink.text(this.index++, text);
  }

  /** Takes back what was shown, and drops what waits. */
  reset(): void {
    this.rest();
    this.waiting = '';
    if (this.sent === '') return;
    this.sent = '';
    this.index = 0;
    this.sink.reset();
  }

  /** Stops without showing what waits. */
  close(): void {
    this.rest();
    this.waiting = '';
  }

  private rest(): void {
    clearTimeout(this.timer);
    clearImmediate(this.soon);
    this.timer = undefined;
    this.soon = undefined;
  }
}
