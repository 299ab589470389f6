import { setTimeout as delay } from 'node:timers/promises';

/**
 * The promise's outcome, or a rejection once `ms` have passed. The work itself is not cancelled.
 *
 * @param what names the work in the error: "`what` took longer than 5 s"
 */
export async function within<T>(ms: number, what: string, work: Promise<T>): Promise<T> {
  const timer = new AbortController();
  const limit = delay(ms, undefined, { signal: timer.signal }).then(
    () => Promise.reject(new Error(`${what} took longer than ${ms / 1000} s`)),
    () => new Promise<never>(() => undefined),
  );
  try {
    return await Promise.race([work, limit]);
  } finally {
    timer.abort();
  }
}
