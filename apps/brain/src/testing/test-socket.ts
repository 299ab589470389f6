import { io, type ManagerOptions, type Socket, type SocketOptions } from 'socket.io-client';

/** An event as it came. */
export interface Received {
  readonly name: string;
  readonly payload: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read what came
}
export interface Reply {
  readonly ok: boolean;
  readonly data?: any; // eslint-disable-line @typescript-eslint/no-explicit-any -- tests read what came
  readonly error?: { code: string; message: string; details?: unknown };
}

/** A client's connection that remembers everything it got. */
export class TestSocket {
  readonly received: Received[] = [];
  private readonly wakers = new Set<() => void>();
  gone: string | undefined;

  private constructor(readonly socket: Socket) {
    socket.onAny((name: string, payload: unknown) => {
      this.received.push({ name, payload });
      this.wake();
    });
    socket.on('disconnect', (reason) => {
      this.gone = reason;
      this.wake();
    });
  }

  /** Rejects with the code of the refusal. */
  static async open(
    url: string,
    auth: Readonly<Record<string, unknown>>,
    options: Partial<ManagerOptions & SocketOptions> = {},
  ): Promise<TestSocket> {
    const opened = new TestSocket(
      io(url, { auth, reconnection: false, forceNew: true, transports: ['websocket'], ...options }),
    );
    await new Promise<void>((resolve, reject) => {
      opened.socket.once('connect', resolve);
      opened.socket.once('connect_error', (error: Error & { data?: { code?: string } }) => {
        opened.close();
        reject(new Error(error.data?.code ?? error.message));
      });
    });
    return opened;
  }

  ask(event: string, ...args: readonly unknown[]): Promise<Reply> {
    return new Promise((resolve) => this.socket.emit(event, ...args, resolve));
  }

  async request(event: string, payload: unknown) {
    const reply = await this.ask(event, payload);
    if (!reply.ok) throw new Error(`${event}: ${JSON.stringify(reply.error)}`);
    return reply.data;
  }

  /** Resolves when `test` holds; asked again whenever something arrives. */
  async until(test: () => boolean): Promise<void> {
    while (!test()) await new Promise<void>((resolve) => this.wakers.add(resolve));
  }

  named(name: string): readonly Received[] {
    return this.received.filter((event) => event.name === name);
  }

  /** Numbers of a session's durable events, in the order of their arrival. */
  seqs(sessionId: string): number[] {
    return this.received
      .filter(({ payload }) => payload?.sessionId === sessionId && typeof payload.seq === 'number')
      .map(({ payload }) => payload.seq);
  }

  close(): void {
    this.socket.disconnect();
  }

  private wake(): void {
    for (const waker of this.wakers) waker();
    this.wakers.clear();
  }
}
