import type { ItemChange, Move, PlanModeState, PlanRecord } from './state';

/**
 * What becomes of the inbox item of the version that waits, as the state moves: a verdict that came through it answers
 * it, anything else that ends the waiting (another verdict, a new version or plan, abandonment) dismisses it.
 */
export function closedItem(before: PlanModeState, after: PlanModeState): ItemChange | undefined {
  const open = openItem(before.plan);
  if (open === undefined || openItem(after.plan)?.item.itemId === open.item.itemId)
    return undefined;
  const decision = after.plan?.version === open.planVersion ? after.plan.decision : undefined;
  if (decision?.source === 'inbox') return { ...open, kind: 'answered', decision };
  return { ...open, kind: 'dismissed' };
}

/** The item of a process that is closed: nobody can decide any more. */
export function abandonedItem(state: PlanModeState): ItemChange | undefined {
  const open = openItem(state.plan);
  return open && { ...open, kind: 'dismissed' };
}

/** As a move lists them: absent where there are none. */
export function itemsOf(changes: readonly (ItemChange | undefined)[]): Pick<Move, 'items'> {
  const items = changes.filter((change) => change !== undefined);
  return items.length === 0 ? {} : { items };
}

function openItem(plan: PlanRecord | null) {
  if (plan?.item === undefined || plan.phase !== 'ready' || plan.decision) return undefined;
  const { item, version, hash, summary = '' } = plan;
  return { item, planVersion: version, planHash: hash, summary };
}
