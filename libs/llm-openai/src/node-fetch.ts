import * as http from 'node:http';
import * as https from 'node:https';

/** What the openai client hands to its `fetch`. */
export interface FetchInit {
  readonly method?: string;
  readonly headers?: ConstructorParameters<typeof Headers>[0];
  readonly body?: unknown;
  readonly signal?: AbortSignal | null;
}

const agentOptions: http.AgentOptions = {
  keepAlive: true,
  maxFreeSockets: 256,
  scheduling: 'lifo',
};

/** A server may close an idle connection just as we use it: nothing was read then, so it is sent again. */
const CLOSED_MEANWHILE = new Set(['ECONNRESET', 'EPIPE']);

/**
 * A `fetch` on node:http with kept connections. A good answer comes back without a body: its bytes are
 * taken from `bodyOf(response)` as a plain Node stream, which costs a fraction of a web stream. Other
 * answers carry their text as usual. Redirects are not followed.
 */
export class NodeFetch {
  private readonly httpAgent = new http.Agent(agentOptions);
  private readonly httpsAgent = new https.Agent(agentOptions);
  private readonly bodies = new WeakMap<Response, http.IncomingMessage>();

  /** To be handed to the client as it is. */
  readonly fetch = async (url: string | URL | Request, init: FetchInit = {}): Promise<Response> => {
    const target = new URL(url instanceof Request ? url.url : url);
    const message = await this.send(target, init, true);
    return this.respond(message);
  };

  /** The byte stream of a good answer; undefined for a response that is not ours or was no success. */
  bodyOf(response: Response): http.IncomingMessage | undefined {
    return this.bodies.get(response);
  }

  /** Closes the kept connections. */
  close(): void {
    this.httpAgent.destroy();
    this.httpsAgent.destroy();
  }

  private send(target: URL, init: FetchInit, again: boolean): Promise<http.IncomingMessage> {
    const secure = target.protocol === 'https:';
    const { signal } = init;
    const body = typeof init.body === 'string' ? Buffer.from(init.body) : undefined;
    return new Promise((resolve, reject) => {
      if (signal?.aborted) return reject(signal.reason);
      const request = (secure ? https : http).request(target, {
        method: init.method ?? 'GET',
        agent: secure ? this.httpsAgent : this.httpAgent,
        headers: {
          ...Object.fromEntries(new Headers(init.headers)),
          ...(body ? { 'content-length': body.length } : {}),
        },
      });
      const onAbort = (): void => {
        request.destroy();
        reject(signal?.reason);
      };
      signal?.addEventListener('abort', onAbort, { once: true });
      request.once('response', (message) => {
        signal?.removeEventListener('abort', onAbort);
        resolve(message);
      });
      request.on('error', (error: NodeJS.ErrnoException) => {
        signal?.removeEventListener('abort', onAbort);
        const stale = again && request.reusedSocket && CLOSED_MEANWHILE.has(error.code ?? '');
        if (stale) this.send(target, init, false).then(resolve, reject);
        else reject(error);
      });
      request.end(body);
    });
  }

  private async respond(message: http.IncomingMessage): Promise<Response> {
    const status = message.statusCode ?? 0;
    const headers = new Headers();
    for (const [name, value] of Object.entries(message.headers)) {
      if (value !== undefined) headers.set(name, Array.isArray(value) ? value.join(', ') : value);
    }
    if (status >= 200 && status < 300) {
      const response = new Response(null, { status, headers });
      this.bodies.set(response, message);
      return response;
    }
    return new Response(await readText(message), { status: inRange(status), headers });
  }
}

/** `Response` knows 200 to 599 only. */
const inRange = (status: number): number => (status >= 200 && status < 600 ? status : 502);

const MAX_ERROR_BODY = 64 * 1024;

/** An error's body: its beginning is enough, and a server must not fill our memory with it. */
async function readText(message: http.IncomingMessage): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  try {
    for await (const part of message as AsyncIterable<Buffer>) {
      parts.push(part);
      length += part.length;
      if (length > MAX_ERROR_BODY) break;
    }
  } catch {
    // The status says enough.
  }
  return Buffer.concat(parts).toString('utf8', 0, MAX_ERROR_BODY);
}
