import { Readable } from 'node:stream';
import { OpenAI } from 'openai';
import type { NodeFetch } from './node-fetch';

const OPENAI_URL = 'https://api.openai.com/v1';
/** Time limits are the gateway's; this only keeps the client's own timer out of the way. */
const NO_LIMIT_MS = 24 * 3600 * 1000;

/** Whose key, and where. */
export interface OpenAiAddress {
  /** Absent for servers that ask for none. */
  readonly apiKey?: string;
  /** Any server that speaks like OpenAI's, `…/v1`; OpenAI's own when absent. */
  readonly baseUrl?: string;
  /** By which it is asked; node:http when absent. */
  readonly fetch?: typeof globalThis.fetch;
}

/** A good answer's bytes. */
export interface AnswerBody {
  readonly bytes: Readable;
  /** Whether they are an event stream. */
  readonly streamed: boolean;
}

/** One key at one address: the package's client, which builds and sends the request and names the errors. */
export class OpenAiClient {
  /** Whether OpenAI itself is asked, not a server that is compatible with it. */
  readonly isOpenAi: boolean;
  private readonly client: OpenAI;

  constructor(
    address: OpenAiAddress,
    private readonly node: NodeFetch,
  ) {
    const baseURL = address.baseUrl ?? OPENAI_URL;
    this.isOpenAi = new URL(baseURL).hostname === 'api.openai.com';
    this.client = new OpenAI({
      baseURL,
      apiKey: address.apiKey || 'none',
      organization: null,
      project: null,
      maxRetries: 0,
      timeout: NO_LIMIT_MS,
      logLevel: 'off',
      fetch: address.fetch ?? node.fetch,
    });
  }

  /** Undefined where the answer has no body. Rejects with what the package throws. */
  async post(path: string, body: string, signal: AbortSignal): Promise<AnswerBody | undefined> {
    const headers = { 'content-type': 'application/json' };
    const response = await this.client
      .post(path, { body, headers, stream: true, signal })
      .asResponse();
    const bytes = this.node.bodyOf(response) ?? (response.body && Readable.fromWeb(response.body));
    const streamed = /event-stream/i.test(response.headers.get('content-type') ?? '');
    return bytes ? { bytes, streamed } : undefined;
  }
}
