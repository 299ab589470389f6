import type { StepCall } from '@vance/data';
import { isOpen, resumeCalls } from './resume-calls';

const call = (effect: StepCall['effect'], state: StepCall['state']): StepCall => ({
  callId: 'c',
  tool: 't',
  effect,
  state,
});
const now = new Date(7);

describe('the calls a new holder finds', () => {
  it('started with an effect: unknown, and told so, never run again', () => {
    const [found] = resumeCalls([call('write', 'STARTED')], now);
    expect(found).toMatchObject({
      state: 'UNKNOWN',
      endedAt: now,
      result: expect.stringContaining('UNKNOWN'),
    });
    expect(isOpen(found!)).toBe(false);
  });

  it.each(['read', 'idempotent'] as const)(
    'started and %s: run again under the same id',
    (effect) => {
      expect(resumeCalls([call(effect, 'STARTED')], now)).toEqual([call(effect, 'INTENDED')]);
    },
  );

  it('not started: still to be run; ended: left alone', () => {
    const calls = [call('write', 'INTENDED'), { ...call('write', 'DONE'), result: 'r' }];
    expect(resumeCalls(calls, now)).toBe(calls);
    expect(calls.map(isOpen)).toEqual([true, false]);
  });
});
