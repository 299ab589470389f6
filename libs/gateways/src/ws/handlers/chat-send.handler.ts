import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { MessageDoor } from '../../sessions/message-door';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Takes a user's message in; acknowledged when it is stored and numbered. One client's messages keep their order. */
@Injectable()
@HandlesRequest('chat-send', 'work')
export class ChatSendHandler implements SocketHandler<'chat-send'> {
  constructor(private readonly door: MessageDoor) {}

  handle(
    connection: Connection,
    payload: WsPayload<'chat-send'>,
  ): Promise<SocketAnswer<'chat-send'>> {
    const { processId, ...message } = payload;
    return connection.inOrder(`process:${processId}`, async () => {
      const { messageId, seq, duplicate } = await this.door.take(
        connection.principal,
        processId,
        message,
      );
      return { data: duplicate ? { messageId, seq, duplicate } : { messageId, seq } };
    });
  }
}
