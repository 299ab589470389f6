import { err, ok, type Result } from '@vance/kernel';
import { isBareRefusal } from './bare-refusal';
import { phaseOf } from './legal';
import type { ApprovalParam } from './plan-mode-param';
import { DEFAULT_REJECT_PHRASES } from './reject-phrases';
import type { ApprovalMessage, PlanModeState, PlanRecord } from './state';

/** Why START_EXECUTION is not approved. */
export type ApprovalDenial =
  | 'nothing-to-approve'
  | 'decided'
  | 'explicit'
  | 'agent-mode-plan'
  | 'no-user-message'
  | 'older-than-plan'
  | 'already-used'
  | 'other-version-seen'
  | 'refused-by-user';

/** What stands behind a chat approval. */
export interface ApprovalContext {
  readonly approval: ApprovalParam;
  /** The tenant's list; the built-in one by default. */
  readonly rejectPhrases?: readonly string[];
  /** What the turn under way was started by. A continuation, which takes nothing, has none. */
  readonly runMessages: readonly ApprovalMessage[];
}

/** The user's words that approve: the newest message, which the decision record names. */
export interface ApprovalGrant {
  readonly message: ApprovalMessage;
  /** The version that starts. */
  readonly plan: PlanRecord;
}

/**
 * Whether the user's words may start the current version (1.5). What they mean is the model's to read;
 * here it is judged that they exist, are newer than the proposal (by the process's counter), were not
 * used before, were written looking at this version, and that none of them is a bare refusal.
 */
export function judgeApproval(
  state: PlanModeState,
  context: ApprovalContext,
): Result<ApprovalGrant, ApprovalDenial> {
  const plan = state.plan;
  if (plan?.decision) return err('decided');
  if (!plan?.proposed || phaseOf(state) !== 'ready') return err('nothing-to-approve');
  if (context.approval !== 'inferred') return err('explicit');
  if (state.agentMode !== 'build') return err('agent-mode-plan');

  const words = context.runMessages.filter((message) => message.isUserWords);
  const newest = words.reduce<ApprovalMessage | undefined>(
    (found, message) => (found && found.no > message.no ? found : message),
    undefined,
  );
  if (!newest) return err('no-user-message');
  if (words.some(({ no }) => no <= plan.proposedNo)) return err('older-than-plan');
  if (words.some(({ no }) => no <= state.approvedNo)) return err('already-used');
  if (words.some(({ seenPlanVersion: seen }) => seen !== undefined && seen !== plan.version)) {
    return err('other-version-seen');
  }
  const phrases = context.rejectPhrases ?? DEFAULT_REJECT_PHRASES;
  if (words.some(({ content }) => isBareRefusal(content, phrases))) return err('refused-by-user');
  return ok({ message: newest, plan });
}

const ASK = 'Use ANSWER to ask the user whether to start, or PROPOSE_PLAN to revise the plan.';

/** What the model is told, by reason: what is missing and what to do. */
export const DENIAL_FEEDBACK: Readonly<Record<ApprovalDenial, string>> = {
  'nothing-to-approve': `no proposed plan version waits for approval. Use PROPOSE_PLAN first.`,
  decided: `this plan version has its verdict already. Use PROPOSE_PLAN for a new version.`,
  explicit:
    'this plan starts only when the user presses approve; a chat reply does not count here. Use ANSWER to ask for that.',
  'agent-mode-plan':
    'the user has switched to plan mode. Use ANSWER to say that they can switch to build, or press approve.',
  'no-user-message': `no message of the user started this turn. ${ASK}`,
  'older-than-plan': `a message of the user is older than this plan version, so it cannot mean it. ${ASK}`,
  'already-used': `the message of the user has approved an earlier version already. ${ASK}`,
  'other-version-seen': `the user was looking at another plan version. ${ASK}`,
  'refused-by-user':
    'the user refused. Use ANSWER to ask what to change, or PROPOSE_PLAN to revise.',
};
