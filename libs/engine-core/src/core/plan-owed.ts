import { phaseOf, type MessageDraft, type PlanModeState } from '@vance/plan-core';
import { sentence } from './sentences';
import { spoken } from './turn-end';

/** The user's switch stands on plan and nothing is proposed: a turn is to bring a look or a plan (1.8). */
export function mayOwePlan({
  agentMode,
  mode,
}: Pick<PlanModeState, 'agentMode' | 'mode'>): boolean {
  return agentMode === 'plan' && mode === 'EXPLORING';
}

/** The short notice beside an answer that brought no plan. */
export function noPlanYet(
  state: Pick<PlanModeState, 'plan'>,
  language: string | undefined,
): MessageDraft {
  const key = phaseOf(state) === 'drafting' ? 'no-plan' : 'no-new-plan';
  return spoken(sentence(key, language));
}
