import { assertNever } from '@vance/kernel';
import type { PlanPhase } from '@vance/protocol';
import type { Move, PlanRecord } from './state';

/**
 * What an approval pinned, as long as it counts: from the approval of a plan version until that plan is
 * completed, replaced, proposed anew or given up (3.5).
 */
export function pinsInForce<P extends { readonly planVersion: number }>(
  plan: PlanRecord | null,
  pinned: P | undefined,
): P | undefined {
  if (plan === null || pinned?.planVersion !== plan.version) return undefined;
  return isUnderWay(plan.phase) ? pinned : undefined;
}

/** Whether a move starts a plan version: an approval was recorded with it. */
export function approves({ plans }: Pick<Move, 'plans'>): boolean {
  return plans.some((row) => row.kind === 'decided' && row.decision.verdict === 'approve');
}

function isUnderWay(phase: PlanPhase): boolean {
  switch (phase) {
    case 'approved':
    case 'executing':
    case 'blocked':
      return true;
    case 'none':
    case 'drafting':
    case 'ready':
    case 'completed':
      return false;
    default:
      return assertNever(phase, 'plan phase');
  }
}
