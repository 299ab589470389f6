import { z } from 'zod';
import { budgetNames } from '@vance/kernel';
import type { RouteSpec } from './route';
import { pageOf } from './shared';

/** One budget that holds for the tenant: the smaller of its own limit and the platform's. */
export const budgetUseSchema = z.object({
  budget: z.enum(budgetNames),
  limit: z.number(),
  used: z.number(),
  /** Until it begins anew; absent for what no clock frees. */
  resetsInSeconds: z.number().int().optional(),
});

/** What the tenant may spend. It is set by the settings `vance.budgets.*`. */
export const budgetRoutes = {
  listBudgets: {
    method: 'GET',
    path: '/api/v1/insights/budgets',
    summary: 'How much of each budget is used',
    permission: 'administer',
    answer: { kind: 'json', status: 200, schema: pageOf(budgetUseSchema) },
  },
} as const satisfies Record<string, RouteSpec>;
