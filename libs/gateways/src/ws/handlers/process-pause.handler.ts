import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { ProcessCommands, toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Holds the process. */
@Injectable()
@HandlesRequest('process-pause', 'work')
export class ProcessPauseHandler implements SocketHandler<'process-pause'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly commands: ProcessCommands,
  ) {}

  async handle(
    { principal }: Connection,
    { processId }: WsPayload<'process-pause'>,
  ): Promise<SocketAnswer<'process-pause'>> {
    await this.possessions.process(principal, processId);
    const process = await this.commands.pause(principal.scope, processId, principal.userId);
    return { data: { process: toSnapshot(process) } };
  }
}
