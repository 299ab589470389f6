import { Inject, Injectable } from '@nestjs/common';
import {
  type HeldVersions,
  PlanRepository,
  type ProcessDocument,
  ProcessRepository,
} from '@vance/data';
import { ApprovedVersions, promptBaseOf } from '@vance/documents';
import { DomainError, newId, notFound, wellFormed, type TenantScope } from '@vance/kernel';
import type { DecidePlanInput, Refusal } from '@vance/plan-core';
import type { PlanDecideBody, PlanDecision } from '@vance/protocol';
import { Audit } from '@vance/tenancy';
import { messageIdOf, ProcessWriter, TurnWaker } from '@vance/think-process';
import { judgeDecision, type Decided } from './core/judge-decision';

/** Who decides, and through which door. */
export interface Decider {
  readonly userId: string;
  readonly source: DecidePlanInput['source'];
}

/** Verdicts by button, REST and inbox (1.5): the record, the state and the message that wakes, in one write. */
@Injectable()
export class PlanDecisionService {
  constructor(
    private readonly writer: ProcessWriter,
    private readonly processes: ProcessRepository,
    private readonly plans: PlanRepository,
    @Inject(ApprovedVersions) private readonly approved: Pick<ApprovedVersions, 'current'>,
    private readonly waker: TurnWaker,
    private readonly audit: Audit,
  ) {}

  /**
   * @returns the record; the same one for a repeat with the same `decisionId`
   * @throws DomainError NOT_FOUND; 409 PLAN_ALREADY_DECIDED (`data.decision` is the winner),
   * PLAN_VERSION_STALE (`data.currentVersion`), PLAN_NOT_READY, PROCESS_CLOSED; 429 PROCESS_BUSY
   */
  async decide(
    scope: TenantScope,
    processId: string,
    body: PlanDecideBody,
    by: Decider,
  ): Promise<PlanDecision> {
    const clientMessageId = newId('req');
    const input: DecidePlanInput = {
      planVersion: body.planVersion,
      verdict: body.verdict,
      decisionId: body.decisionId,
      source: by.source,
      decidedBy: by.userId,
      messageId: messageIdOf(scope, processId, clientMessageId),
      now: new Date(),
      ...(body.comment === undefined ? {} : { comment: wellFormed(body.comment) }),
    };
    const seed = (await this.processes.find(scope, processId)) ?? undefined;
    const held = body.verdict === 'approve' ? await this.versionsToHold(scope, seed) : undefined;
    const outcome = await this.writer.write<Decided>(
      scope,
      processId,
      (process) => judgeDecision(process, input, { clientMessageId, held }),
      { seed },
    );
    if (outcome.kind === 'missing' || outcome.kind === 'lane-lost') throw notFound('process');
    if (outcome.kind === 'changed') {
      this.waker.wake(outcome.process);
      await outcome.projected;
    }
    if (outcome.result.ok) return outcome.result.value;
    const refusal = outcome.result.error;
    const earlier = await this.earlier(scope, outcome.process, input, refusal);
    if (earlier) return earlier;
    await this.recordRefused(scope, processId, input, refusal);
    throw refused(refusal);
  }

  /** What counts at this moment: a plan that is approved now runs under it (3.5). */
  private versionsToHold(
    scope: TenantScope,
    process: ProcessDocument | undefined,
  ): Promise<HeldVersions | undefined> | undefined {
    if (process === undefined) return undefined;
    const { project, recipe, profile, engine } = process;
    const by = { recipe, profile, promptBase: promptBaseOf(engine) };
    return this.approved.current(scope, project, by);
  }

  private recordRefused(
    scope: TenantScope,
    processId: string,
    { decidedBy, planVersion, verdict, source, decisionId }: DecidePlanInput,
    { code }: Refusal,
  ): Promise<void> {
    const by = { actor: decidedBy, target: processId };
    const data = { planVersion, verdict, source, decisionId, code };
    const record = { ...by, action: 'plan-decided', outcome: 'refused', data } as const;
    return this.audit.noteBounded(scope, record);
  }

  /** A repeat that comes after newer versions: its record stands with its own version. */
  private async earlier(
    scope: TenantScope,
    process: ProcessDocument,
    { planVersion, decisionId }: DecidePlanInput,
    { code }: Refusal,
  ): Promise<PlanDecision | undefined> {
    if (code !== 'PLAN_VERSION_STALE') return undefined;
    const waiting = process.outbox
      .flatMap((entry) => entry.plans)
      .flatMap((row) =>
        row.kind === 'decided' && row.version === planVersion ? [row.decision] : [],
      );
    const stored = await this.plans.find(scope, process._id, planVersion);
    return [...waiting, ...(stored?.decisions ?? [])].find(
      (decision) => decision.decisionId === decisionId,
    );
  }
}

function refused({ code, feedback, data }: Refusal): DomainError {
  return new DomainError(code, feedback, { status: 409, data: { ...data } });
}
