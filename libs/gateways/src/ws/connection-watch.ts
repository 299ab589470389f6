import {
  Injectable,
  Logger,
  type OnApplicationBootstrap,
  type BeforeApplicationShutdown,
} from '@nestjs/common';
import { DomainError } from '@vance/kernel';
import { Authenticator } from '@vance/tenancy';
import { Possessions } from '../access/possessions';
import { backlogOf, judgeBacklog } from './backlog';
import type { Connection } from './connection';
import { ConnectionRegistry } from './connection-registry';
import { SessionRooms } from './session-rooms';

/** How often backlogs and expiry are looked at, and how often rights, in milliseconds. */
const TICK_MS = 1_000;
const RIGHTS_MS = 20_000;
const CUT_PATIENCE_MS = 5_000;

/** Ends connections that may not live on: an expired token, a lost right, a client that does not read. */
@Injectable()
export class ConnectionWatch implements OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger(ConnectionWatch.name);
  private readonly timers: NodeJS.Timeout[] = [];
  /** Unsent bytes at the last look. */
  private readonly backlogs = new WeakMap<Connection, number>();

  constructor(
    private readonly connections: ConnectionRegistry,
    private readonly authenticator: Authenticator,
    private readonly rooms: SessionRooms,
    private readonly possessions: Possessions,
  ) {}

  onApplicationBootstrap(): void {
    this.timers.push(
      setInterval(() => this.tick(), TICK_MS).unref(),
      setInterval(() => void this.recheck(), RIGHTS_MS).unref(),
    );
  }

  beforeApplicationShutdown(): void {
    for (const timer of this.timers) clearInterval(timer);
  }

  /** One look at every connection: token still valid, client still reading. */
  tick(now = Date.now()): void {
    for (const connection of this.connections.all()) {
      if (connection.principal.expiresAt.getTime() <= now)
        expire(connection, 'The token has expired.');
      else this.weigh(connection);
    }
  }

  /** Asks for every connection whether its user still has the right to it; cut within a minute of a change. */
  async recheck(): Promise<void> {
    for (const connection of [...this.connections.all()]) {
      try {
        connection.principal = await this.authenticator.verify(connection.token);
        const projects = this.rooms.projectsOf(connection);
        if (!(await this.possessions.maySeeAll(connection.principal, projects)))
          expire(connection, 'A project that was open here is no longer yours.');
      } catch (error) {
        if (error instanceof DomainError && error.status < 500) expire(connection, error.message);
        else this.log.warn({ msg: 'rights could not be rechecked', err: error });
      }
    }
  }

  private weigh(connection: Connection): void {
    const bytes = backlogOf(connection.socket);
    const verdict = judgeBacklog(bytes, this.backlogs.get(connection) ?? 0);
    this.backlogs.set(connection, bytes);
    switch (verdict) {
      case 'fine':
        this.rooms.keepsUp(connection);
        return;
      case 'no-chunks':
        this.rooms.fallsBehind(connection);
        return;
      case 'cut':
        connection.socket.emit('slow-consumer', {
          code: 'SLOW_CONSUMER',
          message: 'This client does not keep up; open the session again with its cursor.',
        });
        cut(connection);
    }
  }
}

/** The transport hands over what waits before it closes; a client that does not even take that is dropped. */
function cut({ socket }: Connection): void {
  const { conn } = socket;
  socket.disconnect(true);
  setTimeout(() => conn.close(true), CUT_PATIENCE_MS).unref();
}

function expire(connection: Connection, reason: string): void {
  connection.socket.emit('session-expired', { reason });
  connection.socket.disconnect(true);
}
