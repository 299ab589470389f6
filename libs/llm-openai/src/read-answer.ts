import type { Readable } from 'node:stream';
import { ModelFault, type ModelAnswer, type ModelObserver } from '@vance/llm';
import type { AnswerReader } from './core/answer-reader';
import { SseReader } from './core/sse-reader';

const MAX_BODY = 32 * 1024 * 1024;

/**
 * Reads an answer off the wire, telling the observer once per read. Rejects with a ModelFault; with the
 * signal's reason on abort, at once, and the connection is closed then.
 */
export function readAnswer(
  body: Readable,
  options: {
    /** Puts it together. */
    readonly reader: AnswerReader;
    readonly streamed: boolean;
    readonly observer: ModelObserver;
    readonly signal: AbortSignal;
    readonly requestChars: number;
  },
): Promise<ModelAnswer> {
  const { observer, reader, signal } = options;
  const reading = options.streamed ? new StreamedBody(reader, observer) : new WholeBody(reader);
  return new Promise((resolve, reject) => {
    const fail = (error: unknown): void => {
      signal.removeEventListener('abort', onAbort);
      body.removeAllListeners('data');
      body.destroy();
      reject(error);
    };
    const onAbort = (): void => fail(signal.reason);
    const guarded = (step: () => void): void => {
      try {
        step();
      } catch (error) {
        fail(error instanceof ModelFault ? error : new ModelFault('server', String(error)));
      }
    };
    if (signal.aborted) return onAbort();
    signal.addEventListener('abort', onAbort, { once: true });
    body.on('data', (bytes: Buffer) => guarded(() => reading.push(bytes)));
    body.on('end', () =>
      guarded(() => {
        reading.end();
        const answer = reader.build(options.requestChars);
        signal.removeEventListener('abort', onAbort);
        resolve(answer);
      }),
    );
    // A connection cut in the middle ends with an error ('aborted'), never with 'end'.
    body.on('error', (cause) => {
      fail(new ModelFault('connection', 'the connection was cut within the answer', { cause }));
    });
  });
}

class StreamedBody {
  private readonly events = new SseReader();

  constructor(
    private readonly reader: AnswerReader,
    private readonly observer: ModelObserver,
  ) {}

  push(bytes: Buffer): void {
    this.take(this.events.push(bytes));
  }

  end(): void {
    this.take(this.events.end());
  }

  private take(frames: readonly string[]): void {
    for (const data of frames) this.reader.frame(data);
    this.reader.flush(this.observer);
  }
}

/** A 200 that is no event stream: an error in JSON, a whole answer, or a page of some proxy. */
class WholeBody {
  private readonly parts: Buffer[] = [];
  private length = 0;

  constructor(private readonly reader: AnswerReader) {}

  push(bytes: Buffer): void {
    this.parts.push(bytes);
    this.length += bytes.length;
    if (this.length > MAX_BODY) throw new ModelFault('server', 'the answer is too long');
  }

  end(): void {
    const text = Buffer.concat(this.parts).toString('utf8').trim();
    if (/^(data|event)?:/.test(text)) {
      const events = new SseReader();
      for (const data of [...events.push(Buffer.from(text)), ...events.end()])
        this.reader.frame(data);
      return;
    }
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch (cause) {
      throw new ModelFault('server', 'the server answered 200 with something else than JSON', {
        cause,
      });
    }
    this.reader.value(value);
  }
}
