import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { ProcessCommands, toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** Lets a held process go on. */
@Injectable()
@HandlesRequest('process-resume', 'work')
export class ProcessResumeHandler implements SocketHandler<'process-resume'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly commands: ProcessCommands,
  ) {}

  async handle(
    { principal }: Connection,
    { processId }: WsPayload<'process-resume'>,
  ): Promise<SocketAnswer<'process-resume'>> {
    await this.possessions.process(principal, processId);
    const process = await this.commands.resume(principal.scope, processId, principal.userId);
    return { data: { process: toSnapshot(process) } };
  }
}
