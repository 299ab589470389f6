import { Injectable } from '@nestjs/common';
import type { FeedLease } from '../feed/feed-hub';
import type { EventRow } from '../feed/feed-order';
import type { SessionFeed } from '../feed/session-feed';
import type { Connection } from './connection';
import { rooms } from './rooms';
import { SocketServer } from './socket-server';

/** Membership of one connection in one session. */
interface Membership {
  readonly lease: FeedLease;
  readonly project: string;
  readonly withdraw: () => void;
}

/** A feed that is broadcast here, and to how many connections. */
interface Broadcast {
  members: number;
  readonly detach: () => void;
}

/**
 * Which connections see which sessions. A connection joins in two steps: `begin` holds back what happens from its
 * cursor on, `finish` (right behind the acknowledgement) hands that over and joins the room: no gap, no repeat.
 */
@Injectable()
export class SessionRooms {
  private readonly memberships = new Map<Connection, Map<string, Membership>>();
  private readonly broadcasts = new Map<SessionFeed, Broadcast>();
  private readonly behind = new WeakSet<Connection>();

  constructor(private readonly server: SocketServer) {}

  /** Starts a join at the feed's cursor. A connection that has the session open leaves its room meanwhile. */
  begin(connection: Connection, lease: FeedLease, project: string): Joining {
    const { feed } = lease;
    const { tenantId } = feed.scope;
    const known = this.memberships.get(connection)?.get(feed.sessionId);
    if (known) {
      void connection.socket.leave(rooms.session(tenantId, feed.sessionId));
      void connection.socket.leave(rooms.passing(tenantId, feed.sessionId));
    }
    const held: EventRow[] = [];
    const detach = feed.attach({ row: (row) => held.push(row) });
    const handOver = (): void => {
      detach();
      if (connection.isGone) {
        lease.release();
        return;
      }
      for (const row of held) emitRow(row, (event, body) => connection.socket.emit(event, body));
      this.join(connection, lease, project);
    };
    return {
      cursor: feed.cursor,
      finish: handOver,
      abort: () => {
        if (known) handOver();
        else {
          detach();
          lease.release();
        }
      },
    };
  }

  /** Ends a connection's view of a session; unknown sessions are no fault. */
  leave(connection: Connection, sessionId: string): void {
    const sessions = this.memberships.get(connection);
    const membership = sessions?.get(sessionId);
    if (!sessions || !membership) return;
    sessions.delete(sessionId);
    const { feed } = membership.lease;
    void connection.socket.leave(rooms.session(feed.scope.tenantId, sessionId));
    void connection.socket.leave(rooms.passing(feed.scope.tenantId, sessionId));
    membership.withdraw();
    this.release(membership);
  }

  /** True when the connection has this session open. */
  has(connection: Connection, sessionId: string): boolean {
    return this.memberships.get(connection)?.has(sessionId) ?? false;
  }

  /** The projects of the sessions a connection has open. */
  projectsOf(connection: Connection): ReadonlySet<string> {
    const open = this.memberships.get(connection)?.values() ?? [];
    return new Set([...open].map(({ project }) => project));
  }

  /** A client that is behind gets no passing text until it has caught up. */
  fallsBehind(connection: Connection): void {
    if (this.behind.has(connection)) return;
    this.behind.add(connection);
    for (const room of this.passingRoomsOf(connection)) void connection.socket.leave(room);
  }

  keepsUp(connection: Connection): void {
    if (!this.behind.delete(connection)) return;
    for (const room of this.passingRoomsOf(connection)) void connection.socket.join(room);
  }

  private join(connection: Connection, lease: FeedLease, project: string): void {
    const { feed } = lease;
    const { scope, sessionId } = feed;
    const sessions = this.memberships.get(connection) ?? new Map<string, Membership>();
    this.memberships.set(connection, sessions);
    const before = sessions.get(sessionId);
    const withdraw = connection.onGone(() => {
      sessions.delete(sessionId);
      this.memberships.delete(connection);
      this.release(membership);
    });
    const membership: Membership = { lease, project, withdraw };
    sessions.set(sessionId, membership);
    const broadcast = this.broadcasts.get(feed) ?? this.startBroadcast(feed);
    broadcast.members += 1;
    void connection.socket.join(rooms.session(scope.tenantId, sessionId));
    if (!this.behind.has(connection))
      void connection.socket.join(rooms.passing(scope.tenantId, sessionId));
    if (before) {
      before.withdraw();
      this.release(before);
    }
  }

  private startBroadcast(feed: SessionFeed): Broadcast {
    const durable = rooms.session(feed.scope.tenantId, feed.sessionId);
    const passing = rooms.passing(feed.scope.tenantId, feed.sessionId);
    const detach = feed.attach({
      row: (row) => emitRow(row, (event, body) => this.server.emit(durable, event, body)),
      passing: ({ type, body }) => this.server.emit(passing, type, body),
    });
    const broadcast = { members: 0, detach };
    this.broadcasts.set(feed, broadcast);
    return broadcast;
  }

  private release({ lease }: Membership): void {
    const broadcast = this.broadcasts.get(lease.feed);
    if (broadcast && --broadcast.members === 0) {
      broadcast.detach();
      this.broadcasts.delete(lease.feed);
    }
    lease.release();
  }

  private passingRoomsOf(connection: Connection): readonly string[] {
    return [...(this.memberships.get(connection)?.values() ?? [])].map(({ lease: { feed } }) =>
      rooms.passing(feed.scope.tenantId, feed.sessionId),
    );
  }
}

/** A join under way. */
export interface Joining {
  /** What the acknowledgement names as the last event; everything after it follows behind. */
  readonly cursor: number;
  finish(): void;
  /** The request failed: as before it. */
  abort(): void;
}

function emitRow(row: EventRow, emit: (event: string, body: unknown) => void): void {
  for (const { type, ...body } of row.events) emit(type, body);
}
