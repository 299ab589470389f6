import { DomainError, type BudgetName, type Budgets } from '@vance/kernel';

/** How much of a budget is used, and when it begins anew. */
export interface Use {
  readonly budget: BudgetName;
  readonly used: number;
  /** Whole seconds, at least 1. */
  readonly retryAfterSeconds: number;
}

/** A budget that is used up. */
export interface Exceeded extends Use {
  readonly limit: number;
}

/** The budget that is used up for the longest time; undefined: there is room in all of them. */
export function exceeded(limits: Budgets, uses: readonly Use[]): Exceeded | undefined {
  const over = uses.flatMap((use) => {
    const limit = limits[use.budget];
    return limit !== undefined && use.used >= limit ? [{ ...use, limit }] : [];
  });
  return over.sort((one, other) => other.retryAfterSeconds - one.retryAfterSeconds)[0];
}

/** Whether it is used again within a minute: worth waiting for in the middle of a turn. */
export function passesSoon({ budget }: Exceeded): boolean {
  return budget === 'requestsPerMinute' || budget === 'tokensPerMinute';
}

const WHAT: Readonly<Record<BudgetName, string>> = {
  requestsPerMinute: 'questions to models per minute',
  tokensPerMinute: 'tokens per minute',
  tokensPerDay: 'tokens per day',
  costPerDay: 'US dollars per day',
  liveProcesses: 'processes that are not closed',
};

/** In words, for a client or a log. */
export function describe({ budget, limit, retryAfterSeconds }: Exceeded): string {
  const advice =
    budget === 'liveProcesses'
      ? 'delete sessions that are no longer needed'
      : `try again in ${retryAfterSeconds} s`;
  return `The tenant’s budget of ${limit} ${WHAT[budget]} is used up; ${advice}, or have an administrator raise it.`;
}

/** The refusal, for whoever asked. */
export function budgetExceeded(over: Exceeded): DomainError {
  const { budget, limit, retryAfterSeconds } = over;
  return new DomainError('BUDGET_EXCEEDED', describe(over), {
    status: 429,
    data: { budget, limit, retryAfterSeconds },
    fixer: 'user',
  });
}
