import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { ProcessCommands, toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Ends the running turn. */
@Injectable()
@HandlesRequest('process-halt', 'work')
export class ProcessHaltHandler implements SocketHandler<'process-halt'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly commands: ProcessCommands,
  ) {}

  async handle(
    { principal }: Connection,
    { processId }: WsPayload<'process-halt'>,
  ): Promise<SocketAnswer<'process-halt'>> {
    await this.possessions.process(principal, processId);
    const process = await this.commands.halt(principal.scope, processId, principal.userId);
    return { data: { process: toSnapshot(process) } };
  }
}
