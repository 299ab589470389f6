import type { PlanDecision } from '@vance/protocol';

/** Why a move was refused; stable codes that models, users and tests read. */
export type RefusalCode =
  | 'ACTION_NOT_ALLOWED_IN_MODE'
  | 'APPROVAL_REQUIRED'
  | 'INVALID_ACTION'
  | 'INVALID_PLAN'
  | 'PLAN_MODE_DISABLED'
  | 'PLAN_ALREADY_DECIDED'
  | 'PLAN_VERSION_STALE'
  | 'PLAN_NOT_READY';

/** A refused move. Nothing changed. */
export interface Refusal {
  readonly code: RefusalCode;
  /** Complete sentences for whoever asked (the model, or the user for a verdict), the code in front for models. */
  readonly feedback: string;
  /** What the asker needs beside the words. */
  readonly data?: { readonly decision?: PlanDecision; readonly currentVersion?: number };
}

/** A refusal as the model reads it: the code, then what is wrong and what to do instead. */
export function refusal(code: RefusalCode, sentences: string): Refusal {
  return { code, feedback: `${code}: ${sentences}` };
}
