import type { TurnStep } from '@vance/data';
import { fittingResult, trimSteps } from './run-size';

const step = (length: number): TurnStep => ({
  answer: { text: '', toolCalls: [{ id: '1', name: 'read', arguments: '{}' }] },
  calls: [{ callId: 'c', tool: 'read', effect: 'read', state: 'DONE', result: 'x'.repeat(length) }],
});
const lengths = (steps: readonly TurnStep[]) => steps.map(({ calls }) => calls[0]?.result?.length);

describe('the size of a run', () => {
  it('is left alone while it is small', () => {
    const steps = [step(1000), step(2000)];
    expect(trimSteps(steps)).toBe(steps);
  });

  it('shrinks by its oldest results first, and keeps the newest whole', () => {
    const [oldest, middle, newest] = lengths(
      trimSteps([step(300_000), step(300_000), step(30_000)]),
    );
    expect(oldest).toBeLessThan(1_200);
    expect([middle, newest]).toEqual([300_000, 30_000]);
  });

  it('takes only short results once it is nearly full', () => {
    const full = Array.from({ length: 70 }, () => step(32_000));
    expect(fittingResult('y'.repeat(5_000), [])).toHaveLength(5_000);
    expect(fittingResult('y'.repeat(5_000), full).length).toBeLessThan(1_200);
    expect(fittingResult('short', full)).toBe('short');
  });
});
