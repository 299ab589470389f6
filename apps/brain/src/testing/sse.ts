/** One frame of a server-sent event feed. */
export interface Frame {
  readonly id: number;
  readonly data: { readonly seq: number; readonly type: string; readonly sessionId: string };
}

/** A reader of the live feed: frames one by one, comments counted. */
export class SseReader {
  readonly frames: Frame[] = [];
  private readonly abort = new AbortController();
  private readonly wakers = new Set<() => void>();
  ended = false;

  private constructor(
    readonly status: number,
    readonly type: string,
  ) {}

  static async open(
    url: string,
    token: string,
    headers: Readonly<Record<string, string>> = {},
  ): Promise<SseReader> {
    const abort = new AbortController();
    const response = await fetch(url, {
      headers: { accept: 'text/event-stream', authorization: `Bearer ${token}`, ...headers },
      signal: abort.signal,
    });
    const reader = new SseReader(response.status, response.headers.get('content-type') ?? '');
    reader.abort.signal.addEventListener('abort', () => abort.abort());
    if (response.body) void reader.read(response.body);
    return reader;
  }

  async untilId(id: number): Promise<readonly number[]> {
    while (!this.ended && (this.frames.at(-1)?.id ?? 0) < id)
      await new Promise<void>((resolve) => this.wakers.add(resolve));
    return this.frames.map((frame) => frame.id);
  }

  close(): void {
    this.abort.abort();
  }

  private async read(body: ReadableStream<Uint8Array>): Promise<void> {
    const decoder = new TextDecoder();
    let rest = '';
    try {
      for await (const chunk of body) {
        rest += decoder.decode(chunk, { stream: true });
        const parts = rest.split('\n\n');
        rest = parts.pop() ?? '';
        for (const part of parts) this.take(part);
        this.wake();
      }
    } catch {
      // Closed by the test.
    }
    this.ended = true;
    this.wake();
  }

  private take(part: string): void {
    const [, id, data] = /^id: (\d+)\ndata: (.*)$/s.exec(part) ?? [];
    if (id !== undefined && data !== undefined)
      this.frames.push({ id: Number(id), data: JSON.parse(data) });
  }

  private wake(): void {
    for (const waker of this.wakers) waker();
    this.wakers.clear();
  }
}
