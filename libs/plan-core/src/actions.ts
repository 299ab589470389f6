import { arthurActionTypeSchema, type ProcessMode } from '@vance/protocol';
import { phaseOf } from './legal';
import type { PlanModeParam } from './plan-mode-param';
import { isRestricted } from './read-only';
import type { PlanModeState } from './state';

/** Stands in the table for the action types that only the engine itself knows. */
const OWN = Symbol('the own set of the engine');

/**
 * mode × action (1.2), in the order models are told. A blocked plan's local PROPOSE_PLAN (1.9) belongs
 * in the EXECUTING row once blocked items exist.
 */
const TYPES_BY_MODE: Readonly<Record<ProcessMode, readonly (string | typeof OWN)[]>> = {
  NORMAL: [OWN, 'START_PLAN', 'TODO_UPDATE'],
  EXPLORING: ['ANSWER', 'PROPOSE_PLAN', 'START_PLAN'],
  PLANNING: ['START_EXECUTION', 'PROPOSE_PLAN', 'ANSWER', 'START_PLAN', 'TODO_UPDATE'],
  EXECUTING: [OWN, 'START_PLAN', 'TODO_UPDATE'],
};
const table: ReadonlyMap<string, readonly (string | typeof OWN)[]> = new Map(
  Object.entries(TYPES_BY_MODE),
);

/** Actions that make another process work; they obey the same lock as tools with an effect. */
const SPAWNING: ReadonlySet<string> = new Set(['DELEGATE', 'DELEGATE_PROJECT', 'STEER_PROJECT']);

export interface ActionContext {
  /** The engine's own types; Arthur's by default. */
  readonly ownActions?: readonly string[];
  /** The effective parameter (see `effectivePlanMode`); `auto` by default. */
  readonly planMode?: PlanModeParam;
  readonly ancestorReadOnly?: boolean;
}

/** The action types the model may use in this state. An unknown mode allows none. */
export function allowedActions(state: PlanModeState, context: ActionContext = {}): string[] {
  const own = context.ownActions ?? arthurActionTypeSchema.options;
  const planMode = context.planMode ?? 'auto';
  const types = (table.get(state.mode) ?? []).flatMap((type) => (type === OWN ? own : [type]));
  const restricted = isRestricted(state, {
    planModeRequired: planMode === 'required',
    ancestorReadOnly: context.ancestorReadOnly,
  });
  return types.filter((type) => {
    if (restricted && SPAWNING.has(type)) return false;
    if (type === 'START_PLAN') return planMode !== 'disabled';
    if (type === 'TODO_UPDATE') return hasUsableList(state);
    return true;
  });
}

/** NORMAL tolerates updates of a list that is there; a blocked plan takes none until its block is lifted. */
function hasUsableList(state: PlanModeState): boolean {
  if (state.mode === 'NORMAL') return state.todos.length > 0;
  return phaseOf(state) !== 'blocked';
}
