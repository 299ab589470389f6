import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** Stands between a server and its database; can fall silent, and can cut. */
export class TcpProxy {
  private readonly sockets = new Set<Socket>();
  private isCut = false;
  private isSilent = false;

  private constructor(private readonly server: Server) {}

  static async to(host: string, port: number): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server);
    server.on('connection', (near) => proxy.join(near, connect(port, host)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return proxy;
  }

  get port(): number {
    const { port } = this.server.address() as AddressInfo;
    return port;
  }

  /** Every connection stays, and nothing passes. */
  fallSilent(): void {
    this.isSilent = true;
    for (const socket of this.sockets) socket.pause();
  }

  /** Every connection ends, and no new one comes through. */
  cut(): void {
    this.isCut = true;
    for (const socket of this.sockets) socket.destroy();
  }

  mend(): void {
    this.isCut = false;
    this.isSilent = false;
    for (const socket of this.sockets) socket.resume();
  }

  async close(): Promise<void> {
    this.cut();
    await new Promise((resolve) => this.server.close(resolve));
  }

  private join(near: Socket, far: Socket): void {
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.sockets.add(one);
      one.on('data', (data) => other.write(data));
      one.on('error', () => undefined);
      one.on('close', () => {
        this.sockets.delete(one);
        other.destroy();
      });
      if (this.isSilent) one.pause();
      if (this.isCut) one.destroy();
    }
  }
}
