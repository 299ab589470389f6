import type { ModelFault, ModelFaultKind } from '../model-port';

/** How patiently one model is asked. Milliseconds. */
export interface RetryPolicy {
  /** Attempts per model, by kind of the fault; a kind that is not named is not tried again. */
  readonly tries: Readonly<Partial<Record<ModelFaultKind, number>>>;
  readonly baseDelayMs: number;
  readonly maxDelayMs: number;
  /** Longest wait that a server's Retry-After may ask for. */
  readonly retryAfterCapMs: number;
}

export const DEFAULT_RETRY_POLICY: RetryPolicy = {
  tries: { 'rate-limited': 5, overloaded: 5, server: 5, connection: 5, timeout: 2 },
  baseDelayMs: 250,
  maxDelayMs: 8_000,
  retryAfterCapMs: 30_000,
};

/** Whether the same model is asked again after its `attempt`-th attempt (from 1) failed like this. */
export function triesAgain(policy: RetryPolicy, fault: ModelFault, attempt: number): boolean {
  return attempt < (policy.tries[fault.kind] ?? 1);
}

/**
 * Wait before the next attempt. The server's word counts, capped; else exponential, half of it jitter,
 * so that many turns hit by one outage do not come back together. `random` is in [0, 1).
 */
export function retryDelayMs(
  policy: RetryPolicy,
  fault: ModelFault,
  attempt: number,
  random: number,
): number {
  const asked = fault.details.retryAfterMs;
  if (asked !== undefined) return Math.min(Math.max(asked, 0), policy.retryAfterCapMs);
  const full = Math.min(policy.baseDelayMs * 2 ** (attempt - 1), policy.maxDelayMs);
  return Math.round(full * (0.5 + random / 2));
}
