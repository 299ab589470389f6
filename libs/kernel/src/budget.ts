/**
 * What a tenant may spend (3.6). Per minute and per day (UTC) of questions to models, their tokens (in and out) and their
 * cost in US dollars; `liveProcesses`: processes that are not closed, at one time.
 */
export const budgetNames = [
  'requestsPerMinute',
  'tokensPerMinute',
  'tokensPerDay',
  'costPerDay',
  'liveProcesses',
] as const;
export type BudgetName = (typeof budgetNames)[number];

/** The limit of each budget there is; what has none is not bounded. */
export type Budgets = Readonly<Partial<Record<BudgetName, number>>>;
