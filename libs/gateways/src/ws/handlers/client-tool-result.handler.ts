import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { ClientToolRelay } from '../../client-tools/client-tool-relay';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** A client's answer to a call; taken only from the connection that was asked. */
@Injectable()
@HandlesRequest('client-tool-result', 'work')
export class ClientToolResultHandler implements SocketHandler<'client-tool-result'> {
  constructor(private readonly relay: ClientToolRelay) {}

  handle(
    connection: Connection,
    payload: WsPayload<'client-tool-result'>,
  ): Promise<SocketAnswer<'client-tool-result'>> {
    this.relay.answer(connection, payload);
    return Promise.resolve({ data: {} });
  }
}
