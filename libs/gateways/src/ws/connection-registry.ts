import { Injectable } from '@nestjs/common';
import type { Connection } from './connection';

/** The connections of this server, by id. */
@Injectable()
export class ConnectionRegistry {
  private readonly byId = new Map<string, Connection>();

  add(connection: Connection): void {
    this.byId.set(connection.id, connection);
    connection.onGone(() => this.byId.delete(connection.id));
  }

  find(connectionId: string): Connection | undefined {
    return this.byId.get(connectionId);
  }

  all(): IterableIterator<Connection> {
    return this.byId.values();
  }

  get size(): number {
    return this.byId.size;
  }
}
