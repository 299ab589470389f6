import type { PlanPhase } from '@vance/protocol';

/** The edges of the state diagram (1.4), as data. `none` is where a new record starts. */
const PHASE_EDGES: Readonly<Record<PlanPhase, readonly PlanPhase[]>> = {
  none: ['drafting'],
  drafting: ['ready'],
  ready: ['drafting', 'approved'],
  approved: ['executing'],
  executing: ['blocked', 'completed'],
  blocked: ['drafting', 'executing'],
  completed: [],
};

const edges: ReadonlyMap<string, readonly string[]> = new Map(Object.entries(PHASE_EDGES));

/** Whether a plan may go from one phase to the other in one hop. Unknown names may go nowhere. */
export function canTransition(from: string, to: string): boolean {
  return edges.get(from)?.includes(to) ?? false;
}

/**
 * Walks hop by hop and gives the last phase. Throws where a hop is no edge: the callers choose their
 * hops by state, so a wrong one is a fault of ours, never of the model's.
 */
export function walk(from: PlanPhase, ...hops: readonly PlanPhase[]): PlanPhase {
  let phase = from;
  for (const hop of hops) {
    if (!canTransition(phase, hop)) throw new TypeError(`a plan cannot go from ${phase} to ${hop}`);
    phase = hop;
  }
  return phase;
}
