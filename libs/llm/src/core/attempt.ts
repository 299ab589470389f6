import {
  ModelFault,
  type ModelAnswer,
  type ModelObserver,
  type ModelProvider,
  type ModelRequest,
} from '../model-port';

/** Longest silence and longest duration of one attempt, in milliseconds. */
export interface AttemptLimits {
  readonly idleMs: number;
  readonly totalMs: number;
}

/**
 * One attempt with its ends: it settles at once when the caller aborts, when the model is silent for too
 * long, or when its time is up, whatever the provider does then; the observer hears nothing afterwards.
 * Rejects with a ModelFault, on abort with the signal's reason.
 */
export function runAttempt(
  provider: ModelProvider,
  request: ModelRequest,
  observer: ModelObserver,
  limits: AttemptLimits,
): Promise<ModelAnswer> {
  const { signal } = request;
  return new Promise<ModelAnswer>((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const controller = new AbortController();
    let over = false;
    const end = (): boolean => {
      if (over) return false;
      over = true;
      clearTimeout(idle);
      clearTimeout(total);
      signal.removeEventListener('abort', onAbort);
      return true;
    };
    const fail = (reason: unknown): void => {
      if (!end()) return;
      reject(reason);
      controller.abort(reason);
    };
    const onAbort = (): void => fail(signal.reason);
    const idle = setTimeout(() => {
      fail(new ModelFault('timeout', `nothing came for ${limits.idleMs} ms`));
    }, limits.idleMs);
    const total = setTimeout(() => {
      fail(new ModelFault('timeout', `no whole answer within ${limits.totalMs} ms`));
    }, limits.totalMs);
    signal.addEventListener('abort', onAbort, { once: true });

    const guarded: ModelObserver = {
      onText(delta) {
        if (over) return;
        idle.refresh();
        if (delta !== '') observer.onText(delta);
      },
      onToolArguments(index, name, delta) {
        if (over) return;
        idle.refresh();
        observer.onToolArguments(index, name, delta);
      },
      onRestart: () => observer.onRestart(),
      wasShown: () => observer.wasShown(),
    };
    provider.ask({ ...request, signal: controller.signal }, guarded).then(
      (answer) => {
        if (end()) resolve(answer);
      },
      (error: unknown) => fail(asFault(error)),
    );
  });
}

/** What is no ModelFault is a defect of ours or of a provider's library: never worth asking again. */
function asFault(error: unknown): ModelFault {
  if (error instanceof ModelFault) return error;
  return new ModelFault('rejected', `the provider failed: ${String(error)}`, { cause: error });
}
