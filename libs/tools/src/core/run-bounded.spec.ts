import { runBounded } from './run-bounded';

const never = (): Promise<never> => new Promise(() => undefined);

describe('bounded work', () => {
  beforeEach(() => {
    jest.useFakeTimers();
  });
  afterEach(() => {
    jest.useRealTimers();
  });

  it('gives what the work gives', async () => {
    const { signal } = new AbortController();
    await expect(runBounded(() => Promise.resolve(7), signal, 10)).resolves.toEqual({
      kind: 'done',
      value: 7,
    });
  });

  it('catches what is thrown, at once or later', async () => {
    const { signal } = new AbortController();
    const error = new Error('no');
    const atOnce = (): Promise<never> => {
      throw error;
    };
    await expect(runBounded(atOnce, signal, 10)).resolves.toEqual({ kind: 'threw', error });
    await expect(runBounded(() => Promise.reject(error), signal, 10)).resolves.toEqual({
      kind: 'threw',
      error,
    });
  });

  it('gives up when the time is over, and tells the work', async () => {
    let told: AbortSignal | undefined;
    const outcome = runBounded(
      (signal) => ((told = signal), never()),
      new AbortController().signal,
      1_000,
    );
    await jest.advanceTimersByTimeAsync(1_000);
    await expect(outcome).resolves.toEqual({ kind: 'timeout' });
    expect(told?.aborted).toBe(true);
  });

  it('gives up when it is stopped from outside', async () => {
    const outer = new AbortController();
    const outcome = runBounded(never, outer.signal, 1_000);
    outer.abort();
    await expect(outcome).resolves.toEqual({ kind: 'aborted' });
  });

  it('does not begin when it is stopped before', async () => {
    const work = jest.fn(never);
    await expect(runBounded(work, AbortSignal.abort(), 1_000)).resolves.toEqual({
      kind: 'aborted',
    });
    expect(work).not.toHaveBeenCalled();
  });
});
