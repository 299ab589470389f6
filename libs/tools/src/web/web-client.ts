import { Injectable } from '@nestjs/common';
import { Egress } from '@vance/egress';
import { DomainError } from '@vance/kernel';

/** What is asked of the outside, and how much of it is taken. */
export interface WebQuestion {
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  /** Of the body as it is after decompression. */
  readonly maxBytes: number;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/** An answer from outside, its body cut where it was too long. */
export interface WebAnswer {
  /** Where it came from, after redirects. */
  readonly url: string;
  readonly status: number;
  /** As the server says, or empty. */
  readonly contentType: string;
  readonly body: Uint8Array;
  readonly complete: boolean;
}

/** Something outside that could not be read; the words are for the model. */
export function webError(message: string, cause?: unknown): DomainError {
  return new DomainError('WEB', message, { status: 502, fixer: 'model', cause });
}

/** Reads from the outside by the platform's one way out: public addresses only, bounded in size and time. */
@Injectable()
export class WebClient {
  constructor(private readonly egress: Egress) {}

  /** @throws DomainError EGRESS_REFUSED, WEB */
  async get({ url, headers, maxBytes, timeoutMs, signal }: WebQuestion): Promise<WebAnswer> {
    const limit = AbortSignal.timeout(timeoutMs);
    const stop = AbortSignal.any([signal, limit]);
    try {
      const response = await this.egress.fetch(url, { headers, signal: stop });
      const { body, complete } = await readBody(response, maxBytes);
      const contentType = response.headers.get('content-type') ?? '';
      return { url: response.url || url, status: response.status, contentType, body, complete };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      if (limit.aborted) throw webError(`No answer within ${timeoutMs / 1_000} s.`, error);
      signal.throwIfAborted();
      throw webError(`No answer could be read: ${reasonOf(error)}.`, error);
    }
  }
}

/** The first bytes of a body; the connection is given up behind them, so nothing more is unpacked. */
async function readBody(
  response: Response,
  maxBytes: number,
): Promise<Pick<WebAnswer, 'body' | 'complete'>> {
  const parts: Uint8Array[] = [];
  let size = 0;
  const reader = response.body?.getReader();
  while (reader) {
    const { value, done } = await reader.read();
    if (done) break;
    parts.push(value);
    size += value.byteLength;
    if (size <= maxBytes) continue;
    await reader.cancel();
    return { body: Buffer.concat(parts).subarray(0, maxBytes), complete: false };
  }
  return { body: Buffer.concat(parts), complete: true };
}

/** The innermost word of what went wrong, without the address: it may hold what is nobody's business. */
function reasonOf(error: unknown): string {
  let cause = error;
  while (cause instanceof Error && cause.cause !== undefined) cause = cause.cause;
  const code = cause instanceof Error && 'code' in cause ? cause.code : undefined;
  return typeof code === 'string' ? code : 'the connection failed';
}
