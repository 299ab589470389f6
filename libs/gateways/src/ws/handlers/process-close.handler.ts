import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { ProcessCommands, toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Closes the process for good. */
@Injectable()
@HandlesRequest('process-close', 'work')
export class ProcessCloseHandler implements SocketHandler<'process-close'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly commands: ProcessCommands,
  ) {}

  async handle(
    { principal }: Connection,
    { processId }: WsPayload<'process-close'>,
  ): Promise<SocketAnswer<'process-close'>> {
    await this.possessions.process(principal, processId);
    const process = await this.commands.close(principal.scope, processId, principal.userId);
    return { data: { process: toSnapshot(process) } };
  }
}
