import { randomUUID } from 'node:crypto';
import { io, type Socket } from 'socket.io-client';
import type {
  ClientProfile,
  DurableEvent,
  ProcessSnapshot,
  WsData,
  WsPayload,
  WsReply,
  WsRequestName,
} from '@vance/protocol';

/** A refusal that came over the wire. */
export class WireRefusal extends Error {
  constructor(
    readonly code: string,
    message: string,
    readonly details: unknown,
  ) {
    super(`${code}: ${message}`);
  }
}

/** A signed-in person's REST access. */
export class Account {
  constructor(
    readonly url: string,
    readonly token: string,
  ) {}

  static async signIn(
    url: string,
    tenant: string,
    username: string,
    password: string,
  ): Promise<Account> {
    const { accessToken } = await new Account(url, '').post<{ accessToken: string }>(
      '/api/v1/auth/token',
      {
        tenant,
        username,
        password,
      },
    );
    return new Account(url, accessToken);
  }

  async get<T>(path: string): Promise<T> {
    return this.call<T>('GET', path);
  }

  async post<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>('POST', path, JSON.stringify(body), 'application/json');
  }

  async put<T>(path: string, body: string, type = 'application/json'): Promise<T> {
    return this.call<T>('PUT', path, body, type);
  }

  async patch<T>(path: string, body: unknown): Promise<T> {
    return this.call<T>('PATCH', path, JSON.stringify(body), 'application/json');
  }

  async remove(path: string): Promise<void> {
    await this.call<undefined>('DELETE', path);
  }

  private async call<T>(method: string, path: string, body?: string, type?: string): Promise<T> {
    const response = await fetch(this.url + path, {
      method,
      body,
      headers: {
        ...(this.token ? { authorization: `Bearer ${this.token}` } : {}),
        ...(type ? { 'content-type': type } : {}),
      },
    });
    const text = await response.text();
    if (!response.ok) throw new WireRefusal(String(response.status), `${method} ${path}`, text);
    return (text ? JSON.parse(text) : undefined) as T;
  }
}

/** A tool of this client: what runs when the product asks for it. */
export interface OwnTool {
  readonly name: string;
  readonly labels: readonly string[];
  run(params: unknown, callId: string): unknown;
}

/** A socket with everything it heard, and waits that end when the event arrives. */
export class Connection {
  readonly events: DurableEvent[] = [];
  /** What `plan-mode-availability` said, in order. */
  readonly availability: boolean[] = [];
  /** Names of tools whose run was told of. */
  private readonly begun = new Set<string>();
  private readonly listeners = new Set<() => void>();
  private readonly tools = new Map<string, OwnTool>();

  private constructor(private readonly socket: Socket) {
    socket.onAny((name: string, payload: { seq?: number }) => {
      if (typeof payload?.seq === 'number')
        this.events.push({ ...payload, type: name } as DurableEvent);
      if (name === 'tool-activity') this.begun.add((payload as { name?: string }).name ?? '');
      if (name === 'plan-mode-availability')
        this.availability.push((payload as { available: boolean }).available);
      if (name === 'client-tool-invoke') void this.runTool(payload as never);
      this.wake();
    });
    socket.on('disconnect', () => this.wake());
  }

  static async open(account: Account, profile: ClientProfile = 'api'): Promise<Connection> {
    const socket = io(account.url, {
      auth: { token: account.token, clientName: 'e2e', profile, protocolVersion: 1 },
      transports: ['websocket'],
      forceNew: true,
      reconnection: false,
    });
    const connection = new Connection(socket);
    await new Promise<void>((resolve, reject) => {
      socket.once('connect', resolve);
      socket.once('connect_error', reject);
    });
    return connection;
  }

  get connected(): boolean {
    return this.socket.connected;
  }

  /** Rejects when refused, and when the connection is lost before the acknowledgement. */
  async request<N extends WsRequestName>(name: N, payload: WsPayload<N>): Promise<WsData<N>> {
    const reply = await new Promise<WsReply<N>>((resolve, reject) => {
      const lost = (): void => reject(new Error(`${name}: the connection was lost`));
      if (!this.socket.connected) return lost();
      this.socket.once('disconnect', lost);
      this.socket.emit(name, payload, (answer: WsReply<N>) => {
        this.socket.off('disconnect', lost);
        resolve(answer);
      });
    });
    if (!reply.ok)
      throw new WireRefusal(reply.error.code, reply.error.message, reply.error.details);
    return reply.data;
  }

  /** The first durable event for which `test` holds, heard already or still to come. */
  async event(test: (event: DurableEvent) => boolean): Promise<DurableEvent> {
    return this.heard(() => this.events.find(test));
  }

  /** Until a tool of this name has been started. */
  async began(tool: string): Promise<void> {
    await this.heard(() => this.begun.has(tool) || undefined);
  }

  /** Until the tenant's switch was told so often. */
  async switched(times: number): Promise<readonly boolean[]> {
    return this.heard(() => (this.availability.length >= times ? this.availability : undefined));
  }

  private async heard<T>(look: () => T | undefined): Promise<T> {
    for (;;) {
      const found = look();
      if (found !== undefined) return found;
      if (!this.socket.connected)
        throw new Error('the connection was lost while waiting for an event');
      await new Promise<void>((resolve) => {
        const once = (): void => {
          this.listeners.delete(once);
          resolve();
        };
        this.listeners.add(once);
      });
    }
  }

  /** Waits for an ASSISTANT message that contains `part`. */
  async says(part: string): Promise<DurableEvent> {
    return this.event(
      (event) =>
        event.type === 'chat-message-appended' &&
        event.message.role === 'ASSISTANT' &&
        event.message.content.includes(part),
    );
  }

  async register(sessionId: string, tools: readonly OwnTool[]): Promise<void> {
    for (const tool of tools) this.tools.set(tool.name, tool);
    await this.request('client-tools-register', {
      sessionId,
      tools: tools.map(({ name, labels }) => ({
        name,
        labels: [...labels],
        description: name,
        inputSchema: { type: 'object', properties: {} },
      })),
    });
  }

  close(): void {
    this.socket.disconnect();
  }

  private async runTool(ask: { callId: string; name: string; params: unknown }): Promise<void> {
    const result = await this.tools.get(ask.name)?.run(ask.params, ask.callId);
    await this.request('client-tool-result', {
      callId: ask.callId,
      ok: true,
      result: result ?? 'done',
    }).catch(() => undefined);
  }

  private wake(): void {
    for (const listener of [...this.listeners]) listener();
  }
}

/** One session's chat process seen through a connection. */
export class Conversation {
  private constructor(
    readonly account: Account,
    public connection: Connection,
    readonly project: string,
    readonly sessionId: string,
    readonly processId: string,
    readonly marker: string,
  ) {}

  static async open(
    account: Account,
    project: string,
    recipe?: string,
    profile?: ClientProfile,
  ): Promise<Conversation> {
    const connection = await Connection.open(account, profile);
    const opened = await connection.request('session-open', {
      project,
      ...(recipe ? { recipe } : {}),
    });
    const marker = `[[e2e-${randomUUID()}]]`;
    return new Conversation(
      account,
      connection,
      project,
      opened.session.sessionId,
      opened.chatProcessId,
      marker,
    );
  }

  /** Sends words; repeat with the same `clientMessageId` after a lost acknowledgement. */
  async send(
    content: string,
    clientMessageId: string = randomUUID(),
  ): Promise<WsData<'chat-send'>> {
    return this.connection.request('chat-send', {
      processId: this.processId,
      clientMessageId,
      content: `${this.marker} ${content}`,
    });
  }

  /** Sends exactly these words, without the marker that finds the script. */
  async sendBare(content: string): Promise<WsData<'chat-send'>> {
    return this.connection.request('chat-send', {
      processId: this.processId,
      clientMessageId: randomUUID(),
      content,
    });
  }

  async snapshot(account = this.account): Promise<ProcessSnapshot> {
    return account.get(`/api/v1/processes/${this.processId}`);
  }

  /** Takes the session up again, perhaps through another brain; answers the replayed events. */
  async reopen(account: Account, since: number): Promise<readonly DurableEvent[]> {
    this.connection.close();
    this.connection = await Connection.open(account);
    const opened = await this.connection.request('session-open', {
      project: this.project,
      sessionId: this.sessionId,
      since,
    });
    this.connection.events.unshift(...(opened.events as unknown as DurableEvent[]));
    return opened.events as unknown as DurableEvent[];
  }
}
