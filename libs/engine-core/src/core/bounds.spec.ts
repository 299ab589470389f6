import { boundReached, boundsOf } from './bounds';

const startedAt = new Date(0);

describe('the bounds of a turn', () => {
  it('depend on the mode, unless the recipe says otherwise', () => {
    expect(
      (['NORMAL', 'EXPLORING', 'PLANNING', 'EXECUTING'] as const).map(
        (mode) => boundsOf(mode, {}).iterations,
      ),
    ).toEqual([20, 24, 20, 32]);
    expect(boundsOf('NORMAL', { maxIterations: 5, maxTurnMinutes: 2 })).toEqual({
      iterations: 5,
      milliseconds: 120_000,
    });
  });

  it('are reached by questions or by time, counted from the stored start', () => {
    const bounds = boundsOf('NORMAL', {});
    expect(boundReached({ iteration: 19, startedAt }, bounds, new Date(1))).toBeNull();
    expect(boundReached({ iteration: 20, startedAt }, bounds, new Date(1))).toBe('iterations');
    expect(boundReached({ iteration: 0, startedAt }, bounds, new Date(30 * 60_000))).toBe('time');
  });
});
