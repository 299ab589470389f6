import type { ProcessMode } from '@vance/protocol';

/** Model calls per turn, unless the recipe says otherwise (3.1). */
const ITERATIONS: Readonly<Record<ProcessMode, number>> = {
  NORMAL: 20,
  EXPLORING: 24,
  PLANNING: 20,
  EXECUTING: 32,
};
const MINUTES = 30;

export interface TurnBounds {
  readonly iterations: number;
  readonly milliseconds: number;
}

/** How far a turn may go in this mode. */
export function boundsOf(
  mode: ProcessMode,
  recipe: { readonly maxIterations?: number; readonly maxTurnMinutes?: number },
): TurnBounds {
  return {
    iterations: recipe.maxIterations ?? ITERATIONS[mode],
    milliseconds: (recipe.maxTurnMinutes ?? MINUTES) * 60_000,
  };
}

/** Why the turn may not go on, if so. Its start and count are stored, so a crash does not reset them (I14). */
export function boundReached(
  turn: { readonly iteration: number; readonly startedAt: Date },
  bounds: TurnBounds,
  now: Date,
): 'iterations' | 'time' | null {
  if (turn.iteration >= bounds.iterations) return 'iterations';
  return now.getTime() - turn.startedAt.getTime() >= bounds.milliseconds ? 'time' : null;
}
