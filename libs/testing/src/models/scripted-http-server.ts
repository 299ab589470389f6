import * as http from 'node:http';
import type { AddressInfo } from 'node:net';

/** What the server does with one request. */
export type ScriptedReply =
  | {
      /** Bytes written one after the other, each in a read of its own at the client; may be without end. */
      readonly kind: 'stream';
      readonly parts: Iterable<Buffer | string>;
      /** `end`: as it should · `cut`: the connection is destroyed · `hang`: nothing more ever comes. */
      readonly then?: 'end' | 'cut' | 'hang';
      readonly contentType?: string;
    }
  | {
      readonly kind: 'body';
      readonly status?: number;
      readonly body: string;
      readonly contentType?: string;
      readonly headers?: Readonly<Record<string, string>>;
    }
  /** Destroys the connection before any answer. */
  | { readonly kind: 'drop' };

/** A request as it came. */
export interface RecordedRequest {
  readonly path: string;
  readonly headers: http.IncomingHttpHeaders;
  readonly raw: string;
  /** Whether the client went away before the answer had ended. */
  aborted: boolean;
  readonly closed: Promise<void>;
}

/** A real HTTP server that records what it is asked; a subclass says what comes back. */
export abstract class ScriptedHttpServer {
  readonly requests: RecordedRequest[] = [];
  /** Connections accepted so far. */
  connections = 0;
  private readonly waiting: (() => void)[] = [];
  private readonly server = http.createServer((request, response) => {
    void this.serve(request, response);
  });

  constructor() {
    this.server.on('connection', () => this.connections++);
  }

  /** Listens on a free port of the loopback interface. */
  protected async listen(): Promise<this> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return this;
  }

  /** Where it listens, without a path. */
  get root(): string {
    const { port } = this.server.address() as AddressInfo;
    return `http://127.0.0.1:${port}`;
  }

  protected abstract next(request: RecordedRequest): ScriptedReply;

  /** Resolves once the n-th request (from 1) has come. */
  async received(n: number): Promise<RecordedRequest> {
    for (;;) {
      const request = this.requests[n - 1];
      if (request) return request;
      await new Promise<void>((resolve) => this.waiting.push(resolve));
    }
  }

  /** Ends idle connections, as servers do after a while. */
  closeIdle(): void {
    this.server.closeIdleConnections();
  }

  async close(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  private async serve(request: http.IncomingMessage, response: http.ServerResponse) {
    const parts: Buffer[] = [];
    for await (const part of request as AsyncIterable<Buffer>) parts.push(part);
    const record: RecordedRequest = {
      path: request.url ?? '',
      headers: request.headers,
      raw: Buffer.concat(parts).toString('utf8'),
      aborted: false,
      closed: new Promise((resolve) => response.once('close', resolve)),
    };
    response.once('close', () => (record.aborted = !response.writableFinished));
    this.requests.push(record);
    for (const wake of this.waiting.splice(0)) wake();
    await deliver(this.next(record), response);
  }
}

async function deliver(reply: ScriptedReply, response: http.ServerResponse): Promise<void> {
  switch (reply.kind) {
    case 'drop':
      response.socket?.destroy();
      return;
    case 'body':
      response.writeHead(reply.status ?? 200, {
        'content-type': reply.contentType ?? 'application/json',
        ...reply.headers,
      });
      response.end(reply.body);
      return;
    case 'stream': {
      response.writeHead(200, { 'content-type': reply.contentType ?? 'text/event-stream' });
      for (const part of reply.parts) {
        if (response.destroyed) return;
        await write(response, part);
      }
      if (reply.then === 'hang') return;
      if (reply.then === 'cut') response.socket?.destroy();
      else response.end();
    }
  }
}

/** Writes and gives the bytes time to leave before the next ones. */
async function write(response: http.ServerResponse, part: Buffer | string): Promise<void> {
  await new Promise<void>((resolve) => response.write(part, () => resolve()));
  await new Promise<void>((resolve) => setImmediate(resolve));
}
