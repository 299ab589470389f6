import { Controller } from '@nestjs/common';
import { type PinnedVersions, PlanRepository } from '@vance/data';
import { notFound } from '@vance/kernel';
import { pinsInForce, toPlanView } from '@vance/plan-core';
import { AgentModeService, PlanDecisionService } from '@vance/plan-mode';
import type { Principal } from '@vance/tenancy';
import { MessageHistory, toSnapshot } from '@vance/think-process';
import { Possessions } from '../access/possessions';
import { type AnswerOf, Caller, Endpoint, Input, type InputOf } from '../http/endpoint';
import { encodeCursor, numberIn } from '../http/paging';
import { MessageDoor } from '../sessions/message-door';
import { diffPlans } from '../views/plan-diff';

/** A process: what it is, what was said, its plans, and what a user tells it. */
@Controller()
export class ProcessesController {
  constructor(
    private readonly possessions: Possessions,
    private readonly messages: MessageHistory,
    private readonly plans: PlanRepository,
    private readonly door: MessageDoor,
    private readonly decisions: PlanDecisionService,
    private readonly agentModes: AgentModeService,
  ) {}

  @Endpoint('getProcess')
  async get(
    @Caller() principal: Principal,
    @Input() { params }: InputOf<'getProcess'>,
  ): Promise<AnswerOf<'getProcess'>> {
    return toSnapshot(await this.possessions.readProcess(principal, params.processId));
  }

  @Endpoint('listMessages')
  async history(
    @Caller() principal: Principal,
    @Input() { params: { processId }, query }: InputOf<'listMessages'>,
  ): Promise<AnswerOf<'listMessages'>> {
    const process = await this.possessions.readProcess(principal, processId);
    const { view, limit } = query;
    const before = query.before === undefined ? undefined : numberIn(query.before);
    const page = await this.messages.page(principal.scope, process, { view, limit, before });
    return {
      items: [...page.items],
      ...(page.before === undefined ? {} : { cursor: encodeCursor([page.before]) }),
    };
  }

  @Endpoint('sendMessage')
  async send(
    @Caller() principal: Principal,
    @Input() { params: { processId }, body }: InputOf<'sendMessage'>,
  ): Promise<AnswerOf<'sendMessage'>> {
    const { messageId, seq, duplicate } = await this.door.take(principal, processId, body);
    return duplicate ? { messageId, seq, duplicate } : { messageId, seq };
  }

  @Endpoint('getPlan')
  async plan(
    @Caller() principal: Principal,
    @Input() { params: { processId } }: InputOf<'getPlan'>,
  ): Promise<AnswerOf<'getPlan'>> {
    const process = await this.possessions.readProcess(principal, processId);
    const view = toPlanView(process.plan, process.todos);
    const version = view?.version ?? 0;
    const current =
      version === 0 ? null : await this.plans.find(principal.scope, processId, version);
    const pinned = pinsInForce(process.plan, process.pinned);
    return {
      ...{ plan: view, todos: [...process.todos], current },
      ...(pinned === undefined ? {} : { heldTo: toHeldView(process.recipe, pinned) }),
    };
  }

  @Endpoint('listPlans')
  async versions(
    @Caller() principal: Principal,
    @Input() { params: { processId } }: InputOf<'listPlans'>,
  ): Promise<AnswerOf<'listPlans'>> {
    await this.possessions.process(principal, processId);
    return { items: [...(await this.plans.list(principal.scope, processId))] };
  }

  @Endpoint('diffPlans')
  async diff(
    @Caller() principal: Principal,
    @Input() { params: { processId, version }, query: { against } }: InputOf<'diffPlans'>,
  ): Promise<AnswerOf<'diffPlans'>> {
    await this.possessions.process(principal, processId);
    const [from, to] = await Promise.all([
      this.plans.find(principal.scope, processId, against),
      this.plans.find(principal.scope, processId, version),
    ]);
    if (from === null || to === null) throw notFound('plan version');
    return diffPlans(from, to);
  }

  @Endpoint('decidePlan')
  async decide(
    @Caller() principal: Principal,
    @Input() { params: { processId }, body }: InputOf<'decidePlan'>,
  ): Promise<AnswerOf<'decidePlan'>> {
    await this.possessions.process(principal, processId);
    const { scope, userId } = principal;
    const by = { userId, source: 'rest' } as const;
    return { decision: await this.decisions.decide(scope, processId, body, by) };
  }

  @Endpoint('setAgentMode')
  async setAgentMode(
    @Caller() principal: Principal,
    @Input() { params: { processId }, body }: InputOf<'setAgentMode'>,
  ): Promise<AnswerOf<'setAgentMode'>> {
    await this.possessions.process(principal, processId);
    const { scope, userId } = principal;
    const process = await this.agentModes.set(scope, processId, body.agentMode, userId);
    return { process: toSnapshot(process) };
  }
}

function toHeldView(name: string, { planVersion, recipe, prompts }: PinnedVersions) {
  return { planVersion, recipe: { name, ...recipe }, prompts: [...prompts] };
}
