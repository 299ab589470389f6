import { Injectable } from '@nestjs/common';
import type { WsData, WsPayload } from '@vance/protocol';
import { TenantConfig } from '@vance/documents';
import { type MadeSession, SessionService, toSessionView, toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import { cursorAhead } from '../../feed/cursor';
import { FeedHub, type FeedLease } from '../../feed/feed-hub';
import type { EventRow } from '../../feed/feed-order';
import { SessionMaker } from '../../sessions/session-maker';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';
import { SessionRooms, type Joining } from '../session-rooms';

type Opened = WsData<'session-open'>;

/**
 * Opens or creates a session and joins its feed. The acknowledgement names the cursor the feed had when the join began;
 * everything later follows right behind it, so the client sees each event once. The snapshots are read after that
 * cursor: they are never older than what was acknowledged.
 */
@Injectable()
@HandlesRequest('session-open', 'work')
export class SessionOpenHandler implements SocketHandler<'session-open'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly sessions: SessionService,
    private readonly maker: SessionMaker,
    private readonly feeds: FeedHub,
    private readonly rooms: SessionRooms,
    private readonly tenantConfig: TenantConfig,
  ) {}

  async handle(
    connection: Connection,
    payload: WsPayload<'session-open'>,
  ): Promise<SocketAnswer<'session-open'>> {
    const { sessionId, since, project } = payload;
    if (sessionId === undefined) {
      const { profile, principal } = connection;
      const made = await this.maker.make(principal, { ...payload, profile });
      return this.join(connection, made, since);
    }
    return connection.inOrder(`session:${sessionId}`, async () => {
      const { scope, userId } = connection.principal;
      await this.possessions.session(connection.principal, sessionId, project);
      // Also tells what the session's processes have caused and nobody has told yet.
      const { session } = await this.sessions.open(scope, { project, userId }, sessionId);
      return this.join(connection, { session }, since);
    });
  }

  private async join(
    connection: Connection,
    joined: Joined,
    since: number | undefined,
  ): Promise<SocketAnswer<'session-open'>> {
    const { session, lastSeq } = joined;
    const lease = await this.feeds.acquire(connection.principal.scope, session._id, lastSeq);
    let joining: Joining;
    try {
      await lease.feed.catchUp();
      joining = this.rooms.begin(connection, lease, session.project);
    } catch (error) {
      lease.release();
      throw error;
    }
    try {
      const data = await this.read(lease, joined, joining.cursor, since);
      return { data, afterAck: () => joining.finish() };
    } catch (error) {
      joining.abort();
      throw error;
    }
  }

  private async read(
    { feed }: FeedLease,
    { session, processes: made }: Joined,
    cursor: number,
    since: number | undefined,
  ): Promise<Opened> {
    if (since !== undefined && since > cursor) throw cursorAhead(since, cursor);
    const { scope } = feed;
    const [rows, processes, config] = await Promise.all([
      since === undefined ? [] : feed.replay(since, cursor),
      made ?? this.sessions.processesOf(scope, session._id),
      this.tenantConfig.read(scope),
    ]);
    const expired = since !== undefined && isIncomplete(rows, since, cursor);
    return {
      session: toSessionView(session),
      processes: processes.map(toSnapshot),
      chatProcessId: session.chatProcessId,
      planModeAvailable: config.planModeDefault !== 'disabled',
      lastSeq: cursor,
      events: expired ? [] : rows.flatMap((row) => row.events.map((event) => ({ ...event }))),
      ...(expired ? { cursorExpired: true } : {}),
    };
  }
}

/** A session to join; what was made just now is known whole. */
type Joined = Pick<MadeSession, 'session'> & Partial<MadeSession>;

/** Rows are a chain without gaps, so only their beginning can be missing: older than what is kept. */
function isIncomplete(rows: readonly EventRow[], since: number, cursor: number): boolean {
  return since < cursor && rows[0]?.seq !== since + 1;
}
