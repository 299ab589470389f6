import type { Server as HttpServer } from 'node:http';
import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
  type OnModuleDestroy,
} from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { Server, type Socket } from 'socket.io';
import { AppConfig } from '@vance/config';
import { Metrics } from '@vance/observability';
import { PROTOCOL_VERSION } from '@vance/protocol';
import { Quotas } from '../limits/quotas';
import { SERVER_VERSION } from '../version';
import { Connection, type Handshake } from './connection';
import { ConnectionRegistry } from './connection-registry';
import { Dispatcher } from './dispatcher';
import { HandshakeCheck } from './handshake';
import { isOriginAllowed } from './origin';
import { measurePackets } from './packet-size';
import { rooms } from './rooms';
import { TenantSwitches } from './tenant-switches';

/**
 * The transport may carry more than a payload may have, so that a payload that is too large gets an answer
 * (the WebSocket would close without one). What exceeds even this is cut by the transport.
 */
const TRANSPORT_BYTES = 12 * 1024 * 1024;

/** socket.io on Nest's HTTP server: WebSocket and long-polling, default namespace. */
@Injectable()
export class SocketServer
  implements OnApplicationBootstrap, BeforeApplicationShutdown, OnModuleDestroy
{
  private readonly log = new Logger(SocketServer.name);
  private server: Server | undefined;

  constructor(
    private readonly adapterHost: HttpAdapterHost,
    private readonly config: AppConfig,
    private readonly handshakes: HandshakeCheck,
    private readonly dispatcher: Dispatcher,
    private readonly connections: ConnectionRegistry,
    private readonly switches: TenantSwitches,
    private readonly metrics: Metrics,
    private readonly quotas: Quotas,
  ) {}

  onApplicationBootstrap(): void {
    const http: HttpServer = this.adapterHost.httpAdapter.getHttpServer();
    const { allowedOrigins } = this.config;
    const server = new Server(http, {
      serveClient: false,
      perMessageDeflate: false,
      httpCompression: false,
      maxHttpBufferSize: TRANSPORT_BYTES,
      connectTimeout: 10_000,
      cors: { origin: [...allowedOrigins] },
      // `cors` alone lets foreign WebSockets in: browsers do not ask before they open one.
      allowRequest: ({ headers }, decide) =>
        decide(null, isOriginAllowed(headers.origin, headers.host, allowedOrigins)),
    });
    server.use((socket, next) => {
      this.admit(socket).then(
        (handshake) => {
          this.handshakes.remember(socket, handshake);
          next();
        },
        (error: unknown) => next(this.handshakes.refusal(error)),
      );
    });
    server.on('connection', (socket) => this.welcome(socket));
    this.server = server;
  }

  /** Sends to everyone in a room; encoded once for all. */
  emit(room: string, event: string, payload: unknown): void {
    this.server?.to(room).emit(event, payload);
  }

  /** Takes no new connection; those that are there see the end of what runs for them. */
  onModuleDestroy(): void {
    const http: HttpServer = this.adapterHost.httpAdapter.getHttpServer();
    http.close();
  }

  /** Closes every socket, when a worker in this process has drained. */
  async beforeApplicationShutdown(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    if (server === undefined) return;
    server.disconnectSockets(true);
    await new Promise<void>((resolve) => {
      server.engine.close();
      setImmediate(resolve);
    });
  }

  /** Counts the connection from here on: many may be on their way at once. */
  private async admit(socket: Socket): Promise<Handshake> {
    const handshake = await this.handshakes.check(socket.handshake.auth);
    const leave = this.quotas.admitConnection(handshake.principal);
    socket.once('disconnect', leave);
    // It may go before it is welcomed.
    socket.conn.once('close', leave);
    return handshake;
  }

  private welcome(socket: Socket): void {
    const handshake: Handshake | undefined = this.handshakes.recall(socket);
    if (handshake === undefined) {
      socket.disconnect(true);
      return;
    }
    const connection = new Connection(socket, handshake);
    const { userId, tenantId } = handshake.principal;
    this.connections.add(connection);
    void socket.join(rooms.tenant(tenantId));
    this.switches.follow(connection, (tenant, event, body) =>
      this.emit(rooms.tenant(tenant), event, body),
    );
    const sizeOfPacket = measurePackets(socket);
    socket.onAny((event: string, ...args: unknown[]) => {
      void this.dispatcher.dispatch(connection, event, args, sizeOfPacket());
    });
    socket.on('error', (error) => this.log.debug({ msg: 'a socket failed', err: error }));
    this.metrics.connections.inc();
    socket.on('disconnect', () => {
      this.metrics.connections.dec();
      connection.end();
    });
    socket.emit('welcome', {
      userId,
      tenantId,
      protocolVersion: PROTOCOL_VERSION,
      serverVersion: SERVER_VERSION,
    });
  }
}
