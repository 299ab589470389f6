import { err, ok, type Result } from '@vance/kernel';
import type { DecisionSource, PlanDecision, Verdict } from '@vance/protocol';
import { defined } from '../defined';
import { phaseOf } from '../legal';
import { walk } from '../phase';
import type { Refusal } from '../refusal';
import type { Move, PlanModeState, PlanRecord } from '../state';
import { startOn } from './approve';
import { moveTo, planModeState, type MoveOutcome } from './move';

/** A verdict by button, REST or inbox. */
export interface DecidePlanInput {
  readonly planVersion: number;
  readonly verdict: Verdict;
  readonly comment?: string;
  readonly decisionId: string;
  readonly source: Exclude<DecisionSource, 'chat'>;
  /** The user who decides. */
  readonly decidedBy: string;
  /** The USER message that carries the verdict. */
  readonly messageId: string;
  readonly now: Date;
}

/** `unchanged`: this very decision was recorded before; `decision` is that record. */
export interface DecisionOutcome extends MoveOutcome {
  readonly decision: PlanDecision;
}

/** Takes a verdict on the current version (1.5): the first one closes it, approve starts it. */
export function decidePlan(
  process: PlanModeState,
  input: DecidePlanInput,
): Result<DecisionOutcome, Refusal> {
  const before = planModeState(process);
  const plan = before.plan;
  if (!plan || plan.version === 0 || input.planVersion > plan.version) {
    return err(notReady(plan?.version ?? 0));
  }
  if (input.planVersion < plan.version || !plan.proposed) return err(stale(plan.version));
  if (plan.decision) return repeated(before, plan.decision, input.decisionId);
  if (phaseOf(before) !== 'ready') return err(notReady(plan.version));

  const decision: PlanDecision = defined({
    planVersion: plan.version,
    planHash: plan.hash,
    verdict: input.verdict,
    source: input.source,
    decidedBy: input.decidedBy,
    messageId: input.messageId,
    decisionId: input.decisionId,
    at: input.now.toISOString(),
    comment: input.comment,
  });
  const approved = input.verdict === 'approve';
  const move = approved ? startOn(before, plan, decision) : sendBack(before, plan, decision);
  const feedback = `Version ${plan.version}: ${input.verdict}.`;
  return ok({ kind: 'changed', move, feedback, decision });
}

/** edit and reject: the version is closed, only a new one can be approved; the model runs in PLANNING. */
function sendBack(before: PlanModeState, plan: PlanRecord, decision: PlanDecision): Move {
  const after: PlanModeState = {
    ...before,
    mode: 'PLANNING',
    plan: { ...plan, phase: walk(plan.phase, 'drafting'), decision },
  };
  const plans = [{ kind: 'decided' as const, version: plan.version, decision }];
  return moveTo(before, after, { plans });
}

function repeated(
  state: PlanModeState,
  decision: PlanDecision,
  decisionId: string,
): Result<DecisionOutcome, Refusal> {
  if (decision.decisionId === decisionId) {
    const move: Move = { state, events: [], messages: [], plans: [] };
    return ok({ kind: 'unchanged', move, feedback: 'Recorded before.', decision });
  }
  return err({
    code: 'PLAN_ALREADY_DECIDED',
    feedback: `Version ${decision.planVersion} was decided already: ${decision.verdict}.`,
    data: { decision, currentVersion: decision.planVersion },
  });
}

function stale(currentVersion: number): Refusal {
  return {
    code: 'PLAN_VERSION_STALE',
    feedback: `This version is not the current one any more; the last proposed version is ${currentVersion}.`,
    data: { currentVersion },
  };
}

function notReady(currentVersion: number): Refusal {
  return {
    code: 'PLAN_NOT_READY',
    feedback: 'There is no such proposed version that waits for a decision.',
    data: { currentVersion },
  };
}
