import { Injectable } from '@nestjs/common';
import type { WsPayload } from '@vance/protocol';
import { PlanDecisionService } from '@vance/plan-mode';
import { Possessions } from '../../access/possessions';
import type { Connection } from '../connection';
import { HandlesRequest, type SocketAnswer, type SocketHandler } from '../handler';

/** A verdict by button. */
@Injectable()
@HandlesRequest('plan-decide', 'work')
export class PlanDecideHandler implements SocketHandler<'plan-decide'> {
  constructor(
    private readonly possessions: Possessions,
    private readonly decisions: PlanDecisionService,
  ) {}

  async handle(
    { principal }: Connection,
    { processId, ...body }: WsPayload<'plan-decide'>,
  ): Promise<SocketAnswer<'plan-decide'>> {
    await this.possessions.process(principal, processId);
    const { userId, scope } = principal;
    const by = { userId, source: 'button' } as const;
    return { data: { decision: await this.decisions.decide(scope, processId, body, by) } };
  }
}
