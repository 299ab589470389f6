import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { AgentModeService } from '@vance/plan-mode';
import { toSnapshot } from '@vance/think-process';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** The user's switch between build and plan. */
@Injectable()
@HandlesRequest('agent-mode-set', 'work')
export class AgentModeSetHandler implements SocketHandler<'agent-mode-set'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly agentModes: AgentModeService,
  ) {}

  async handle(
    { principal }: Connection,
    { processId, agentMode }: WsPayload<'agent-mode-set'>,
  ): Promise<SocketAnswer<'agent-mode-set'>> {
    await this.possessions.process(principal, processId);
    const { scope, userId } = principal;
    const process = await this.agentModes.set(scope, processId, agentMode, userId);
    return { data: { process: toSnapshot(process) } };
  }
}
