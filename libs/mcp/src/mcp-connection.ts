import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import { DomainError } from '@vance/kernel';
import type { Logger } from '@vance/observability';
import { READ_ONLY_LABEL, type RemoteReply } from '@vance/tools';
import { callFaultOf, type CallFault } from './core/call-fault';
import { judgeTools, MAX_TOOLS, type ServedTool } from './core/judge-tools';
import { callResultSchema, replyOf } from './core/reply';
import type { ServerAddress } from './server-address';

const CONNECT_MS = 10_000;
const LIST_MS = 10_000;
const MAX_PAGES = 20;
/** How long a server may take to say that it is there. */
const PING_MS = 3_000;
const MAX_REASON = 500;
const MAX_ERROR = 2_000;
/** How long a server that failed is left alone: doubled with each failure in a row. */
const FIRST_PAUSE_MS = 1_000;
const LONGEST_PAUSE_MS = 300_000;

const page = z.object({ tools: z.array(z.unknown()), nextCursor: z.string().optional() });
const NOTHING: readonly ServedTool[] = Object.freeze([]);

/** One call to one tool. */
export interface McpCall {
  readonly tool: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
}

/**
 * One tenant's way to one tool server: connected when first asked for, listed, listed again when the server says so,
 * connected anew after it was lost. A server that fails is left alone for a while.
 */
export class McpConnection {
  /** When it was last of use, on this process's own clock. */
  lastUsed = performance.now();
  private client: Promise<Client> | undefined;
  /** The client once it serves. */
  private live: Client | undefined;
  private served: readonly ServedTool[] = NOTHING;
  /** The server has said that its list is another one now; it is read when a turn asks. */
  private stale = false;
  private calls = 0;
  private probing = false;
  private failures = 0;
  private restsUntil = 0;
  private closed = false;

  constructor(
    private readonly address: ServerAddress,
    private readonly open: () => Transport,
    private readonly log: Logger,
  ) {}

  /** Its tools now; waits at most `waitMs` for a server that is not connected yet. The same frozen list while it holds. */
  async tools(waitMs: number): Promise<readonly ServedTool[]> {
    this.lastUsed = performance.now();
    const ready = this.ready();
    if (ready === undefined) return NOTHING;
    let timer: NodeJS.Timeout | undefined;
    const late = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, waitMs);
    });
    await Promise.race([ready, late]).catch(() => undefined);
    clearTimeout(timer);
    return this.served;
  }

  /** @throws DomainError when the tool was not asked; whatever else it throws leaves the end unknown */
  async call({ tool, params, timeoutMs, signal }: McpCall): Promise<RemoteReply> {
    this.lastUsed = performance.now();
    const client = await this.clientFor(signal);
    this.calls += 1;
    try {
      const request = { method: 'tools/call', params: { name: tool, arguments: { ...params } } };
      const limits = { signal, timeout: timeoutMs, maxTotalTimeout: timeoutMs };
      return this.hushed(replyOf(await client.request(request, callResultSchema, limits)));
    } catch (error) {
      if (signal.aborted) throw error;
      const fault = callFaultOf(error);
      if (fault.kind === 'refused') return this.hushed({ outcome: 'failed', error: fault.said });
      this.warn(error, 'a tool server failed in a call', { tool });
      return this.failed(client, fault.kind, error);
    } finally {
      this.calls -= 1;
      this.lastUsed = performance.now();
    }
  }

  async close(): Promise<void> {
    this.closed = true;
    const { client } = this;
    this.live = this.client = undefined;
    await (await client?.catch(() => undefined))?.close().catch(() => undefined);
  }

  private async clientFor(signal: AbortSignal): Promise<Client> {
    try {
      const client = await this.connected();
      signal.throwIfAborted();
      if (client !== undefined) return client;
    } catch (error) {
      if (signal.aborted) throw error;
    }
    const message = `The tool server ${this.address.told.server} cannot be reached now; the tool was not run.`;
    throw new DomainError('TOOL_SERVER_UNREACHABLE', message, { status: 503 });
  }

  /** What a call that was not answered means for it, and for the connection. */
  private failed(
    client: Client,
    kind: Exclude<CallFault['kind'], 'refused'>,
    error: unknown,
  ): RemoteReply {
    switch (kind) {
      case 'late':
        return { outcome: 'late' };
      case 'odd':
        return { outcome: 'gone' };
      case 'lost':
        this.drop(client);
        return { outcome: 'gone' };
      case 'turned-away':
        this.forget(client);
        throw new DomainError(
          'TOOL_SERVER_REFUSED',
          `The tool server ${this.address.told.server} took no call by this connection; the tool was not run. It is connected anew for the next call.`,
          { status: 502, fixer: 'model', cause: error },
        );
    }
  }

  /** The client with its list as it is now; undefined while the server is left alone. */
  private ready(): Promise<unknown> | undefined {
    const connected = this.connected();
    if (!this.stale) return connected;
    this.stale = false;
    return connected?.then((client) =>
      this.list(client).catch((error: unknown) => {
        this.warn(error, 'a tool server cannot be listed');
        this.drop(client);
      }),
    );
  }

  /** The client once it is connected and listed; undefined while the server is left alone. */
  private connected(): Promise<Client> | undefined {
    if (this.client !== undefined) return this.client;
    if (this.closed || performance.now() < this.restsUntil) return undefined;
    const client = this.connect();
    this.client = client;
    client.catch((error: unknown) => {
      this.rest();
      if (this.client === client) this.client = undefined;
      this.warn(error, 'a tool server cannot be reached');
    });
    return client;
  }

  private async connect(): Promise<Client> {
    // No capability is offered: a server may not ask for models, people or folders.
    const client = new Client({ name: 'vancetope', version: '1' }, { capabilities: {} });
    client.onclose = () => this.drop(client);
    client.onerror = (error) => {
      this.log.debug({ ...this.address.told, reason: this.reason(error) }, 'a tool server is odd');
      void this.probe(client);
    };
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      this.stale = true;
    });
    try {
      await client.connect(this.open(), { timeout: CONNECT_MS });
      this.stale = false;
      await this.list(client);
    } catch (error) {
      await client.close().catch(() => undefined);
      throw error;
    }
    this.failures = 0;
    this.live = client;
    const readOnly = this.served.filter(({ descriptor: { labels } }) =>
      labels.includes(READ_ONLY_LABEL),
    ).length;
    const counts = { tools: this.served.length, readOnly };
    this.log.info({ ...this.address.told, ...counts }, 'a tool server is connected');
    return client;
  }

  /** An answer may be lost without the connection being so: whoever waits for one is not left waiting for a dead server. */
  private async probe(client: Client): Promise<void> {
    if (this.calls === 0 || this.probing) return;
    this.probing = true;
    try {
      await client.ping({ timeout: PING_MS });
    } catch (error) {
      if (callFaultOf(error).kind !== 'refused') this.drop(client);
    } finally {
      this.probing = false;
    }
  }

  private async list(client: Client): Promise<void> {
    const all: unknown[] = [];
    const signal = AbortSignal.timeout(LIST_MS);
    let cursor: string | undefined;
    for (let pages = 0; pages < MAX_PAGES && all.length <= MAX_TOOLS; pages += 1) {
      const params = cursor === undefined ? {} : { cursor };
      const read = await client.request({ method: 'tools/list', params }, page, { signal });
      all.push(...read.tools);
      cursor = read.nextCursor;
      if (cursor === undefined) break;
    }
    const { server } = this.address.told;
    const { tools, leftOut } = judgeTools(server, this.address.config, all);
    if (leftOut.length > 0)
      this.log.warn(
        { ...this.address.told, leftOut: leftOut.slice(0, 10), more: leftOut.length > 10 },
        'tools of a tool server are left out',
      );
    this.served = Object.freeze(tools);
  }

  /** Leaves a server alone for a while whose connection serves no more; a newer connection is not touched. */
  private drop(client: Client): void {
    if (this.live === client) this.rest();
    this.forget(client);
  }

  /** The next who asks connects anew. */
  private forget(client: Client): void {
    if (this.live === client) this.live = this.client = undefined;
    client.close().catch(() => undefined);
  }

  private rest(): void {
    this.served = NOTHING;
    const pause = Math.min(FIRST_PAUSE_MS * 2 ** this.failures, LONGEST_PAUSE_MS);
    this.failures += 1;
    this.restsUntil = performance.now() + pause;
  }

  private warn(
    error: unknown,
    message: string,
    more: Readonly<Record<string, unknown>> = {},
  ): void {
    this.log.warn({ ...this.address.told, ...more, reason: this.reason(error) }, message);
  }

  /** In the server's words, where it has said some. */
  private reason(error: unknown): string {
    return this.hush(String(error)).slice(0, MAX_REASON);
  }

  private hushed(reply: RemoteReply): RemoteReply {
    switch (reply.outcome) {
      case 'ok':
        return { ...reply, text: this.hush(reply.text) };
      case 'failed':
        return { ...reply, error: this.hush(reply.error).slice(0, MAX_ERROR) };
      case 'gone':
      case 'late':
        return reply;
    }
  }

  /** A server that repeats what it is shown puts it neither before a model nor into a log. */
  private hush(text: string): string {
    let hushed = text;
    for (const secret of this.address.secrets) hushed = hushed.replaceAll(secret, '[redacted]');
    return hushed;
  }
}
