import type { GoogleGenAI } from '@google/genai';
import {
  ClientsByAccess,
  ModelFault,
  withoutKept,
  type ModelAnswer,
  type ModelObserver,
  type ModelProvider,
  type ModelRequest,
} from '@vance/llm';
import { AnswerBuilder } from './core/answer-builder';
import { faultOf, refusesSignatures } from './core/faults';
import { wireRequest } from './core/wire-request';
import { tellingWaits } from './telling-waits';

const GEMINI_URL = 'https://generativelanguage.googleapis.com';

/** Whose key, and where. */
export interface GeminiAddress {
  readonly apiKey: string;
  /** The server's root, with or without the version (`/v1beta`); Google's own when absent. */
  readonly baseUrl?: string;
  /** By which it is asked; the global one when absent. */
  readonly fetch?: typeof globalThis.fetch;
}

/** Where the models are, for questions without an access of their own. */
export interface GeminiProviderOptions extends Partial<GeminiAddress> {
  /** The prefix in `provider:model`; `gemini` when absent. */
  readonly name?: string;
}

/**
 * Gemini models by the `@google/genai` package, streamed. One attempt per question: retries, time limits
 * and whatever else the package would do by itself are off, since they are the gateway's.
 */
export class GeminiProvider implements ModelProvider {
  readonly name: string;
  /** Without a key of our own only tenants with one of theirs can ask. */
  readonly needsAccess: boolean;
  private readonly own: Promise<GoogleGenAI> | undefined;
  private readonly tenants = new ClientsByAccess(clientFor);

  constructor({ name = 'gemini', apiKey, ...address }: GeminiProviderOptions) {
    this.name = name;
    this.needsAccess = apiKey === undefined;
    this.own = apiKey === undefined ? undefined : clientFor({ ...address, apiKey });
    // Who asks hears of it.
    this.own?.catch(() => undefined);
  }

  async ask(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    try {
      return await this.put(request, observer);
    } catch (error) {
      const refused = error instanceof ModelFault && refusesSignatures(error);
      const plain = refused ? withoutKept(request) : undefined;
      if (!plain) throw error;
      return this.put(plain, observer);
    }
  }

  private async put(request: ModelRequest, observer: ModelObserver): Promise<ModelAnswer> {
    const { signal } = request;
    signal.throwIfAborted();
    // The package leaves a stream that it gives up open; this ends it.
    const ours = new AbortController();
    const onAbort = (): void => ours.abort();
    signal.addEventListener('abort', onAbort, { once: true });
    try {
      const wire = wireRequest(request, ours.signal);
      const client = await this.clientOf(request);
      const stream = await client.models.generateContentStream(wire);
      const builder = new AnswerBuilder(request.model, observer);
      for await (const chunk of stream) guarded(() => builder.chunk(chunk));
      return builder.build(() => JSON.stringify(wire.contents).length);
    } catch (error) {
      signal.throwIfAborted();
      ours.abort();
      throw faultOf(error);
    } finally {
      signal.removeEventListener('abort', onAbort);
    }
  }

  private clientOf({ access }: ModelRequest): Promise<GoogleGenAI> {
    const client = access === undefined ? this.own : this.tenants.get(access);
    return client ?? Promise.reject(new ModelFault('not-configured', `no key for ${this.name}`));
  }
}

/** A chunk that cannot be read is the server's fault, and may be another one the next time. */
function guarded(step: () => void): void {
  try {
    step();
  } catch (error) {
    throw error instanceof ModelFault ? error : new ModelFault('server', String(error));
  }
}

/** Loaded only where there is a key: the package is large. Everything is said, or it would read variables of its own. */
async function clientFor({ apiKey, baseUrl, fetch }: GeminiAddress): Promise<GoogleGenAI> {
  const { GoogleGenAI } = await import('@google/genai');
  const [, root = '', version = 'v1beta'] =
    /^(.*?)(?:\/(v\d+(?:alpha|beta)?))?\/*$/.exec(baseUrl ?? GEMINI_URL) ?? [];
  return new GoogleGenAI({
    apiKey,
    vertexai: false,
    apiVersion: version,
    httpOptions: { baseUrl: root, fetch: tellingWaits(fetch) },
  });
}
