import { err, ok, type Result } from '@vance/kernel';
import type { PlanDecision } from '@vance/protocol';
import { DENIAL_FEEDBACK, judgeApproval, type ApprovalContext } from '../approval';
import { walk } from '../phase';
import { refusal, type Refusal } from '../refusal';
import type { Move, PlanModeState, PlanRecord } from '../state';
import { moveTo } from './move';

/** The tag that every start of an execution leaves in the history. */
const EXECUTE_TAG = 'MODE:execute';

/** What chat approval needs: whose words, and how to record them. */
export interface ChatApproval extends ApprovalContext {
  readonly now: Date;
  /** Called once, when the approval holds. */
  readonly newDecisionId: () => string;
}

/** Starts the current version on a recorded verdict, hop by hop; the one way into EXECUTING. */
export function startOn(before: PlanModeState, plan: PlanRecord, decision: PlanDecision): Move {
  const after: PlanModeState = {
    ...before,
    mode: 'EXECUTING',
    agentMode: 'build',
    plan: { ...plan, phase: walk(plan.phase, 'approved', 'executing'), decision },
    switchedFrom: undefined,
  };
  return moveTo(before, after, {
    tags: [EXECUTE_TAG],
    plans: [{ kind: 'decided', version: plan.version, decision }],
  });
}

/** Starts the current version on the user's words, or says what is missing. */
export function startOnWords(before: PlanModeState, approval: ChatApproval): Result<Move, Refusal> {
  const judged = judgeApproval(before, approval);
  if (!judged.ok) {
    return err(refusal('APPROVAL_REQUIRED', DENIAL_FEEDBACK[judged.error]));
  }
  const { plan, message } = judged.value;
  const decision: PlanDecision = {
    planVersion: plan.version,
    planHash: plan.hash,
    verdict: 'approve',
    source: 'chat',
    decidedBy: message.userId,
    messageId: message.messageId,
    decisionId: approval.newDecisionId(),
    at: approval.now.toISOString(),
  };
  return ok(startOn({ ...before, approvedNo: message.no }, plan, decision));
}
