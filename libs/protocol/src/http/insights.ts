import { z } from 'zod';
import type { RouteSpec } from './route';
import { idSchema, limitSchema, pageOf, pageQuerySchema } from './shared';

/** What usage can be summed by. Days are UTC. */
export const usageGroupSchema = z.enum(['day', 'model', 'recipe', 'project', 'user']);
export type UsageGroup = z.infer<typeof usageGroupSchema>;

const time = z.iso.datetime({ offset: true });
const count = z.number().int();

const usageSums = {
  requests: count,
  /** Of them those that no model answered. */
  failed: count,
  /** Of them those that told the model what to mend in its answer before. */
  corrections: count,
  inputTokens: count,
  outputTokens: count,
  /** Part of the input. */
  cachedTokens: count,
  /** US dollars, of what has a price in `ai-models.yaml`. */
  cost: z.number(),
  /** Answers of models without a price. */
  unpriced: count,
};
export const usageSchema = z.object(usageSums);
export const usageRowSchema = z.object({
  /** The day (`2026-11-30`), model, recipe, project or user id. */
  key: z.string(),
  ...usageSums,
});

/** One question to a model and how it ended. */
export const traceViewSchema = z.object({
  traceId: z.string(),
  at: z.string(),
  processId: z.string(),
  turnId: z.string(),
  iteration: count,
  mode: z.string(),
  recipe: z.string(),
  /** `provider:model` that answered, or that failed last. */
  model: z.string(),
  /** `ok`, or why no model answered. */
  outcome: z.string(),
  latencyMs: count,
  inputTokens: count,
  outputTokens: count,
  cachedTokens: count,
  /** US dollars; null where the model has no price. */
  cost: z.number().nullable(),
  finishReason: z.string().optional(),
  actionTypes: z.array(z.string()),
  toolCalls: z.array(z.string()),
  /** Corrections that the turn had spent before. */
  corrections: count,
  tries: count,
  /** Why it was asked again, or another model was. */
  fallbackReason: z.string().nullable(),
  /** JSON text of question and answer, where `vance.tracing.content` was on and it was asked for. */
  content: z.string().optional(),
});

const rangeSchema = {
  /** Included; 30 days before `to` when absent. */
  from: time.optional(),
  /** Not included; now when absent. */
  to: time.optional(),
};

/** What models were asked, and what it took (3.6). */
export const insightRoutes = {
  usage: {
    method: 'GET',
    path: '/api/v1/insights/usage',
    summary: 'Requests, tokens and cost over at most 366 days, by group and in all',
    permission: 'administer',
    query: pageQuerySchema.extend({ ...rangeSchema, groupBy: usageGroupSchema.default('day') }),
    answer: {
      kind: 'json',
      status: 200,
      schema: pageOf(usageRowSchema).extend({
        from: z.string(),
        to: z.string(),
        total: usageSchema,
      }),
    },
  },
  traces: {
    method: 'GET',
    path: '/api/v1/insights/traces',
    summary: 'Every question of a process to a model, oldest first',
    permission: 'administer',
    query: pageQuerySchema.extend({
      processId: idSchema,
      limit: limitSchema(100, 100),
      /** Whether to answer with what was said, too. */
      content: z.enum(['true', 'false']).default('false'),
    }),
    answer: { kind: 'json', status: 200, schema: pageOf(traceViewSchema) },
    errors: ['NOT_FOUND'],
  },
} as const satisfies Record<string, RouteSpec>;
