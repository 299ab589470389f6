import type { PlanModeState } from '@vance/plan-core';

const FIELDS = [
  'status',
  'waitingFor',
  'mode',
  'agentMode',
  'plan',
  'todos',
  'switchedFrom',
  'approvedNo',
] as const satisfies readonly (keyof PlanModeState)[];

/** The parts of the state that a move changes; `undefined` when it changes none, so that no move is counted. */
export function stateChange(
  before: PlanModeState,
  after: PlanModeState,
): Partial<PlanModeState> | undefined {
  const changed = FIELDS.filter((field) => before[field] !== after[field]);
  if (changed.length === 0) return undefined;
  return Object.fromEntries(changed.map((field) => [field, after[field]]));
}
