/** Why something was given up before it ended. */
export type GiveUp = 'timeout' | 'aborted';

export type Bounded<T> =
  | { readonly kind: 'done'; readonly value: T }
  | { readonly kind: 'threw'; readonly error: unknown }
  | { readonly kind: GiveUp };

/**
 * Runs `work` until it ends, `timeoutMs` have passed or `outer` is aborted, whichever is first; never rejects. Its
 * own signal is aborted when it is given up. Work that does not listen goes on unseen: its result is dropped.
 */
export function runBounded<T>(
  work: (signal: AbortSignal) => Promise<T>,
  outer: AbortSignal,
  timeoutMs: number,
): Promise<Bounded<T>> {
  if (outer.aborted) return Promise.resolve({ kind: 'aborted' });
  return new Promise((resolve) => {
    const inner = new AbortController();
    const finish = (outcome: Bounded<T>): void => {
      clearTimeout(timer);
      outer.removeEventListener('abort', onAbort);
      resolve(outcome);
    };
    const giveUp = (kind: GiveUp): void => {
      finish({ kind });
      inner.abort(outer.aborted ? outer.reason : new Error('the tool took too long'));
    };
    const onAbort = (): void => giveUp('aborted');
    const timer = setTimeout(() => giveUp('timeout'), timeoutMs);
    outer.addEventListener('abort', onAbort, { once: true });
    Promise.resolve()
      .then(() => work(inner.signal))
      .then(
        (value) => finish({ kind: 'done', value }),
        (error: unknown) => finish({ kind: 'threw', error }),
      );
  });
}
