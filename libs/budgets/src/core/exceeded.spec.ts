import { budgetExceeded, describe as inWords, exceeded } from './exceeded';
import { hasDayBudget, tighter } from './limits';

describe('a budget', () => {
  const requests = { budget: 'requestsPerMinute', used: 3, retryAfterSeconds: 20 } as const;
  const tokens = { budget: 'tokensPerDay', used: 900, retryAfterSeconds: 4_000 } as const;

  it('that is not set bounds nothing', () => {
    expect(exceeded({}, [requests, tokens])).toBeUndefined();
  });

  it('has room below its limit, and none at it', () => {
    expect(exceeded({ requestsPerMinute: 4 }, [requests])).toBeUndefined();
    expect(exceeded({ requestsPerMinute: 3 }, [requests])).toEqual({ ...requests, limit: 3 });
  });

  it('that is free again last is the one to wait for', () => {
    const over = exceeded({ requestsPerMinute: 1, tokensPerDay: 1 }, [requests, tokens]);
    expect(over?.budget).toBe('tokensPerDay');
  });

  it('of the platform and of the tenant hold both', () => {
    const platform = { requestsPerMinute: 10, costPerDay: 5 };
    const tenant = { requestsPerMinute: 20, costPerDay: 1, liveProcesses: 3 };
    const both = { requestsPerMinute: 10, costPerDay: 1, liveProcesses: 3 };
    expect(tighter(platform, tenant)).toEqual(both);
    expect(tighter(tenant, platform)).toEqual(both);
  });

  it('per day is one of tokens or of cost', () => {
    expect(
      [{}, { tokensPerMinute: 1 }, { tokensPerDay: 1 }, { costPerDay: 1 }].map(hasDayBudget),
    ).toEqual([false, false, true, true]);
  });

  it('is refused with its name, its limit and the seconds to wait, and says what to do', () => {
    expect(budgetExceeded({ ...tokens, limit: 800 })).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      status: 429,
      data: { budget: 'tokensPerDay', limit: 800, retryAfterSeconds: 4_000 },
    });
    expect(inWords({ budget: 'liveProcesses', used: 2, limit: 2, retryAfterSeconds: 60 })).toBe(
      'The tenant’s budget of 2 processes that are not closed is used up; delete sessions that are no longer needed, or have an administrator raise it.',
    );
  });
});
