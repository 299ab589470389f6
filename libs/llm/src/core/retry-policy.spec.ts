import { ModelFault, type ModelFaultKind } from '../model-port';
import { DEFAULT_RETRY_POLICY as policy, retryDelayMs, triesAgain } from './retry-policy';

const fault = (kind: ModelFaultKind, retryAfterMs?: number) =>
  new ModelFault(kind, 'x', retryAfterMs === undefined ? {} : { retryAfterMs });

it.each(['rate-limited', 'overloaded', 'server', 'connection'] as const)(
  'asks a model five times after %s',
  (kind) => {
    expect([1, 2, 3, 4, 5].map((n) => triesAgain(policy, fault(kind), n))).toEqual([
      true,
      true,
      true,
      true,
      false,
    ]);
  },
);

it.each(['rejected', 'unauthorized', 'unknown-model', 'context-overflow'] as const)(
  'asks once where it is %s',
  (kind) => expect(triesAgain(policy, fault(kind), 1)).toBe(false),
);

it('waits longer each time, between half and all of it by chance, up to a limit', () => {
  const waits = (random: number) =>
    [1, 2, 3, 4, 20].map((n) => retryDelayMs(policy, fault('server'), n, random));
  expect(waits(0)).toEqual([125, 250, 500, 1000, 4000]);
  expect(waits(0.999999)).toEqual([250, 500, 1000, 2000, 8000]);
});

it('waits as the server says, up to a limit', () => {
  expect(retryDelayMs(policy, fault('rate-limited', 1234), 1, 0.5)).toBe(1234);
  expect(retryDelayMs(policy, fault('rate-limited', 0), 1, 0.5)).toBe(0);
  expect(retryDelayMs(policy, fault('rate-limited', 3_600_000), 1, 0.5)).toBe(30_000);
});
