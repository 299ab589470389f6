import { budgetNames, type Budgets } from '@vance/kernel';

/** Both hold: of each budget the smaller limit. */
export function tighter(one: Budgets, other: Budgets): Budgets {
  return Object.fromEntries(
    budgetNames.flatMap((name) => {
      const limits = [one[name], other[name]].filter((limit) => limit !== undefined);
      return limits.length === 0 ? [] : [[name, Math.min(...limits)]];
    }),
  );
}

/** Whether the day's sums decide anything. */
export function hasDayBudget({ tokensPerDay, costPerDay }: Budgets): boolean {
  return tokensPerDay !== undefined || costPerDay !== undefined;
}
