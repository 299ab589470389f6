import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request of the protocol as it came. */
interface Ask {
  readonly id?: number;
  readonly method: string;
  readonly params?: { readonly name?: string; readonly protocolVersion?: string };
}

/** Answers with a result, or writes to the response itself and gives nothing. */
export type Answer = (ask: Ask, response: ServerResponse) => unknown;

/** A tool server of a stranger's: it says what a test makes it say, right or wrong. Answers over HTTP. */
export class StrangeServer {
  /** Names of the tools that were called, in order. */
  readonly called: string[] = [];
  /** Headers of every request. */
  readonly headers: IncomingMessage['headers'][] = [];
  tools: readonly unknown[] = [];
  private readonly answers = new Map<string, Answer>();

  private constructor(private readonly server: Server) {}

  static async start(): Promise<StrangeServer> {
    const server = createServer();
    const strange = new StrangeServer(server);
    server.on('request', (request, response) => {
      strange.serve(request, response).catch(() => response.destroy());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return strange;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/mcp`;
  }

  /** From now on a method is answered like this. */
  on(method: string, answer: Answer): void {
    this.answers.set(method, answer);
  }

  /** Every method is answered as it should be, and there are no tools. */
  reset(): void {
    this.answers.clear();
    this.tools = [];
  }

  /** Breaks every connection. */
  cut(): void {
    this.server.closeAllConnections();
  }

  async stop(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private async serve(request: IncomingMessage, response: ServerResponse): Promise<void> {
    this.headers.push(request.headers);
    if (request.method !== 'POST') return void response.writeHead(405).end();
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const ask = JSON.parse(Buffer.concat(parts).toString('utf8')) as Ask;
    if (ask.method === 'tools/call') this.called.push(ask.params?.name ?? '');
    const answer = this.answers.get(ask.method);
    const result = answer ? await answer(ask, response) : this.usual(ask);
    if (response.headersSent || response.destroyed) return;
    if (ask.id === undefined) return void response.writeHead(202).end();
    if (result !== undefined) this.reply(response, { jsonrpc: '2.0', id: ask.id, result });
  }

  private usual({ method, params }: Ask): unknown {
    switch (method) {
      case 'initialize':
        return {
          protocolVersion: params?.protocolVersion,
          capabilities: { tools: { listChanged: true } },
          serverInfo: { name: 'strange', version: '1' },
        };
      case 'tools/list':
        return { tools: this.tools };
      case 'tools/call':
        return { content: [{ type: 'text', text: `${params?.name} ran` }] };
      default:
        return {};
    }
  }

  private reply(response: ServerResponse, body: unknown): void {
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  }
}

/** A tool as such a server lists it. */
export const strangeTool = (name: string, more: Readonly<Record<string, unknown>> = {}) => ({
  name,
  description: `Does ${name}`,
  inputSchema: { type: 'object', properties: {} },
  ...more,
});
