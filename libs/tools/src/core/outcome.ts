import { DomainError, type FieldError } from '@vance/kernel';
import type { Bounded } from './run-bounded';
import type { ToolEffect } from './effect';

/** How a call ended, and what the model is told. */
export interface ToolOutcome {
  readonly state: 'DONE' | 'FAILED' | 'UNKNOWN';
  readonly text: string;
}

/** A failure whose words may be told: the tool or its client said so. */
export const failed = (text: string): ToolOutcome => ({ state: 'FAILED', text });

type Unfinished = Exclude<Bounded<unknown>, { kind: 'done' }>;

const REASONS: Readonly<Record<Unfinished['kind'] | 'gone', string>> = {
  timeout: 'it took too long',
  aborted: 'it was stopped',
  threw: 'an internal error came up',
  gone: 'the connection to who runs it was lost',
};

/**
 * The outcome of a call that gave no result. A tool with an effect that was under way may have done its work, so only
 * its own refusal (a DomainError) makes it FAILED (I7).
 */
export function unfinishedOutcome(
  effect: ToolEffect,
  unfinished: Unfinished | { readonly kind: 'gone' },
): ToolOutcome {
  if (unfinished.kind === 'threw' && unfinished.error instanceof DomainError) {
    return failed(domainErrorText(unfinished.error));
  }
  const reason = REASONS[unfinished.kind];
  return effect === 'read' ? failed(`TOOL_FAILED: no result, since ${reason}.`) : unknown(reason);
}

function unknown(reason: string): ToolOutcome {
  return {
    state: 'UNKNOWN',
    text: `OUTCOME_UNKNOWN: no result, since ${reason}. The effect may or may not have happened: look before you try again.`,
  };
}

function domainErrorText(error: DomainError): string {
  const faults = fieldErrors(error.data['errors']).map(
    ({ path, message }) => `- ${path || 'input'}: ${message}`,
  );
  return [`${error.code}: ${error.message}`, ...faults].join('\n');
}

function fieldErrors(errors: unknown): FieldError[] {
  if (!Array.isArray(errors)) return [];
  return errors.filter(
    (error): error is FieldError =>
      typeof error === 'object' && error !== null && 'path' in error && 'message' in error,
  );
}
