import { planPhaseSchema, processStatusSchema } from '@vance/protocol';
import { phaseOf } from './legal';
import type { PlanModeState } from './state';

/** Modes in which tools with an effect may be offered. Whatever is not named here is read-only. */
const WRITING_MODES: ReadonlySet<string> = new Set(['NORMAL', 'EXECUTING']);
const KNOWN_PHASES: ReadonlySet<string> = new Set(planPhaseSchema.options);
const KNOWN_STATUSES: ReadonlySet<string> = new Set(processStatusSchema.options);

/** Whether the process executes a plan that a user approved for this very process. */
function executesApprovedPlan(state: PlanModeState): boolean {
  return state.mode === 'EXECUTING' && state.plan?.decision?.verdict === 'approve';
}

/**
 * Whether tools with an effect are locked (1.1). `ancestorReadOnly`: some ancestor is read-only; it
 * counts, unless this process executes a plan a user approved for it. Unknown values lock.
 */
export function isReadOnly(state: PlanModeState, ancestorReadOnly = false): boolean {
  if (state.agentMode !== 'build' || !WRITING_MODES.has(state.mode)) return true;
  return ancestorReadOnly && !executesApprovedPlan(state);
}

export interface RestrictionContext {
  /** The effective recipe parameter is `planMode: required`, and the tenant has not switched plan mode off. */
  readonly planModeRequired?: boolean;
  readonly ancestorReadOnly?: boolean;
}

/** What manifest, dispatch and spawning actions obey: read-only, a blocked plan, or NORMAL where a plan is required. */
export function isRestricted(state: PlanModeState, context: RestrictionContext = {}): boolean {
  const phase = phaseOf(state);
  return (
    isReadOnly(state, context.ancestorReadOnly) ||
    phase === 'blocked' ||
    !KNOWN_PHASES.has(phase) ||
    !KNOWN_STATUSES.has(state.status) ||
    (state.mode === 'NORMAL' && context.planModeRequired === true)
  );
}
