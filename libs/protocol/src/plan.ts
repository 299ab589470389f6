import { z } from 'zod';
import { decisionSourceSchema, planPhaseSchema, verdictSchema } from './enums';
import { todoItemSchema } from './todo';

/** A recorded verdict on one plan version; what an approval is (1.5). */
export const planDecisionSchema = z.strictObject({
  planVersion: z.number().int(),
  planHash: z.string(),
  verdict: verdictSchema,
  source: decisionSourceSchema,
  /** The user who decided. */
  decidedBy: z.string(),
  /** The chat message that carries the verdict, where there is one. */
  messageId: z.string().optional(),
  decisionId: z.string(),
  /** ISO 8601. */
  at: z.string(),
  comment: z.string().optional(),
});
export type PlanDecision = z.infer<typeof planDecisionSchema>;

/** The plan as a panel draws it; `null` before the first draft. */
export const planViewSchema = z.strictObject({
  /** 0 while a first draft has not been proposed, else the last proposed version. */
  version: z.number().int(),
  phase: planPhaseSchema,
  goal: z.string().optional(),
  summary: z.string().optional(),
  /** Derived from the first open item. */
  nextAction: z.string().optional(),
  blockReason: z.string().optional(),
  /** SHA-256 of the proposed content, hex; empty before the first proposal. */
  hash: z.string(),
  decision: planDecisionSchema.optional(),
});
export type PlanView = z.infer<typeof planViewSchema>;

/** How a plan version ended, where it did. */
export const planArchiveReasonSchema = z.enum(['superseded', 'completed', 'abandoned']);
export type PlanArchiveReason = z.infer<typeof planArchiveReasonSchema>;

/** One immutable proposed version with the verdicts on it. */
export const planVersionSchema = z.strictObject({
  version: z.number().int(),
  hash: z.string(),
  goal: z.string().optional(),
  summary: z.string(),
  /** The plan's Markdown. */
  plan: z.string(),
  todos: z.array(todoItemSchema),
  decisions: z.array(planDecisionSchema),
  proposedAt: z.string(),
  archived: planArchiveReasonSchema.optional(),
});
export type PlanVersion = z.infer<typeof planVersionSchema>;
