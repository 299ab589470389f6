import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';
import { SessionRooms } from '../session-rooms';

/** Stops the feed; the session lives on. A session this connection does not have open is no fault and no hint. */
@Injectable()
@HandlesRequest('session-close', 'work')
export class SessionCloseHandler implements SocketHandler<'session-close'> {
  constructor(private readonly rooms: SessionRooms) {}

  handle(
    connection: Connection,
    { sessionId }: WsPayload<'session-close'>,
  ): Promise<SocketAnswer<'session-close'>> {
    return connection.inOrder(`session:${sessionId}`, () => {
      this.rooms.leave(connection, sessionId);
      return Promise.resolve({ data: {} });
    });
  }
}
