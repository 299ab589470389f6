import { Injectable } from '@nestjs/common';
import type { InboxItemDocument } from '@vance/data';
import { InboxAnswers, type InboxAnswerHandler } from '@vance/inbox';
import { derivedId, DomainError, type TenantScope } from '@vance/kernel';
import { PLAN_APPROVAL, planApprovalValueSchema, type InboxAnswerBody } from '@vance/protocol';
import { PlanDecisionService } from './plan-decision.service';

/** Answers to plans that were proposed as inbox items (1.16): each is the verdict on its version. */
@Injectable()
export class PlanApprovalAnswers implements InboxAnswerHandler {
  readonly tag = PLAN_APPROVAL;

  constructor(
    private readonly decisions: PlanDecisionService,
    answers: InboxAnswers,
  ) {
    answers.register(this);
  }

  /** @throws DomainError UNPROCESSABLE for an answer that is no verdict; as `PlanDecisionService.decide` */
  async answer(
    scope: TenantScope,
    item: InboxItemDocument,
    { outcome, value }: InboxAnswerBody,
    userId: string,
  ): Promise<void> {
    const verdict = planApprovalValueSchema.safeParse(value);
    const { planVersion } = item.payload;
    const { processId } = item;
    if (outcome !== 'DECIDED' || !verdict.success || processId === undefined) throw noVerdict();
    const { approved, comment } = verdict.data;
    const body = {
      planVersion: Number(planVersion),
      verdict: approved ? ('approve' as const) : ('reject' as const),
      // The same answer sent twice is one verdict; another one comes too late.
      decisionId: derivedId('evt', item._id, String(approved), comment ?? ''),
      ...(comment === undefined ? {} : { comment }),
    };
    await this.decisions.decide(scope, processId, body, { userId, source: 'inbox' });
  }
}

function noVerdict(): DomainError {
  const rule =
    'A plan is answered with outcome DECIDED and a value {"approved": true} or {"approved": false, "comment": "what to change"}.';
  return new DomainError('UNPROCESSABLE', rule, {
    status: 422,
    data: { errors: [{ path: 'value', message: rule }] },
  });
}
