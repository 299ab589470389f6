import type { ProcessMode } from '@vance/protocol';

/** What the model is told, never the user. Each text starts with its code. */

/** Arguments that do not fit the action's schema. */
export function invalidAction(actionTool: string, faults: string): string {
  return (
    `INVALID_ACTION: ${faults}. Nothing was done. Call ${actionTool} again with a known type, ` +
    'a reason, and the parameters of that type.'
  );
}

/** Text without a call (1.12). */
export function noAction(actionTool: string, mode: ProcessMode): string {
  return (
    `NO_ACTION: your last answer called no function, so the user has not seen it. The mode is ${mode}. ` +
    `Call ${actionTool} now: ANSWER with your message if it was for the user, otherwise the action that fits.`
  );
}

/** A call that stood beside an action. */
export function droppedCall(actionTool: string): string {
  return (
    `NOT_RUN: ${actionTool} must be the only call of an answer, so this call was dropped. ` +
    'Call it again without an action beside it if it is still needed.'
  );
}

/** Calls that are too long to be kept, so they are not run either. */
export const TOO_LARGE =
  'TOO_LARGE: this answer is longer than one megabyte, or the turn holds too much already, so the call was not run. ' +
  'Do it in smaller parts.';

/** The user's switch stands on plan, and the turn brought neither a look nor a plan (1.8). */
export const PLAN_EXPECTED =
  'PLAN_EXPECTED: the user has set the switch to plan, so look at what you need with reading tools and end with ' +
  'PROPOSE_PLAN. Nothing was shown to the user yet. Answer without a plan only if a plan makes no sense here.';

/** The question after a limit was reached; asked without functions. */
export const SUM_UP =
  'The limit of this turn is reached, and no functions are available any more. Tell the user in plain words, briefly: ' +
  'what was found or done, what is open, and what you suggest next.';

/** A call with an effect that was under way when the server died (I7). */
export const UNKNOWN_RESULT =
  'UNKNOWN: the server was interrupted while this call ran. It may or may not have taken effect, and it was not ' +
  'repeated. Check with a reading tool before doing it again, and tell the user.';

/** Fed back where an action was carried out and nothing else is to be said. */
export const APPLIED = 'OK.';
