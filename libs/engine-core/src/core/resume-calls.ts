import type { StepCall } from '@vance/data';
import { UNKNOWN_RESULT } from './feedback';

/**
 * The calls of a stored answer as a new lane holder finds them (I7): what was STARTED with an effect is
 * UNKNOWN now and never run again; reads and idempotent calls are run again under the same id.
 */
export function resumeCalls(calls: readonly StepCall[], now: Date): readonly StepCall[] {
  if (!calls.some(isTorn)) return calls;
  return calls.map((call) => {
    if (!isTorn(call)) return call;
    if (call.effect !== 'write') return { ...call, state: 'INTENDED' };
    return { ...call, state: 'UNKNOWN', result: UNKNOWN_RESULT, endedAt: now };
  });
}

/** A holder brings what it starts to a result itself: what is found STARTED was torn off by a crash. */
function isTorn({ state }: StepCall): boolean {
  return state === 'STARTED';
}

/** Whether a call still lacks its result. */
export function isOpen({ state }: StepCall): boolean {
  return state === 'INTENDED' || state === 'STARTED';
}
