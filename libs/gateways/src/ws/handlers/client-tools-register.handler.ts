import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { Possessions } from '../../access/possessions';
import { ClientToolDesk } from '../../client-tools/client-tool-desk';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** What the owner's client offers for this session; replaces what this connection offered before. */
@Injectable()
@HandlesRequest('client-tools-register', 'work')
export class ClientToolsRegisterHandler implements SocketHandler<'client-tools-register'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly desk: ClientToolDesk,
  ) {}

  handle(
    connection: Connection,
    { sessionId, tools }: WsPayload<'client-tools-register'>,
  ): Promise<SocketAnswer<'client-tools-register'>> {
    return connection.inOrder(`tools:${sessionId}`, async () => {
      await this.possessions.session(connection.principal, sessionId);
      return { data: await this.desk.register(connection, sessionId, tools) };
    });
  }
}
