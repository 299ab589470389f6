import type { PlanModeState } from '@vance/plan-core';

/** Turns that a run may add by itself (1.11). */
export const CONTINUATION_BUDGET = 8;
/** Silent turns in a row that end a run. */
const SILENT_LIMIT = 3;

/** What the decision looks at, all of it from the write that ends a turn. */
export interface TurnEnd {
  /** The state as the write leaves it. */
  readonly state: Pick<PlanModeState, 'status' | 'mode' | 'plan'>;
  readonly modeChanged: boolean;
  /** Said something to the user or called a tool. */
  readonly spoke: boolean;
  /** A message waits: it opens the next turn, as a new run. */
  readonly messageWaits: boolean;
  readonly continuations: number;
  readonly silentTurns: number;
}

export type Continuation =
  | { readonly kind: 'stop' }
  | { readonly kind: 'continue'; readonly continuations: number; readonly silentTurns: number }
  /** The run went on by itself as often as it may. */
  | { readonly kind: 'budget-spent' }
  /** Nothing was said or looked at, three times in a row. */
  | { readonly kind: 'silent' };

/** Whether a run goes on after a turn. */
export function decideContinuation(end: TurnEnd): Continuation {
  const { state } = end;
  if (state.status !== 'IDLE' || end.messageWaits) return { kind: 'stop' };
  // In NORMAL nothing is left to do by itself: an abandoned plan ended with its answer.
  const unfinished =
    state.mode !== 'NORMAL' && (end.modeChanged || state.plan?.phase !== 'completed');
  if (!unfinished) return { kind: 'stop' };
  const silentTurns = end.spoke ? 0 : end.silentTurns + 1;
  if (silentTurns >= SILENT_LIMIT) return { kind: 'silent' };
  if (end.continuations >= CONTINUATION_BUDGET) return { kind: 'budget-spent' };
  return { kind: 'continue', continuations: end.continuations + 1, silentTurns };
}
