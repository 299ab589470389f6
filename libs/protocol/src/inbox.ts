import { z } from 'zod';

/** What is asked of a person (3.9). */
export const inboxTypeSchema = z.enum(['APPROVAL', 'DECISION', 'FEEDBACK', 'OUTPUT_TEXT']);
export type InboxType = z.infer<typeof inboxTypeSchema>;

export const inboxStatusSchema = z.enum(['PENDING', 'ANSWERED', 'DISMISSED', 'ARCHIVED']);
export type InboxStatus = z.infer<typeof inboxStatusSchema>;

/** How a person answers: with a value, or why there is none. */
export const inboxOutcomeSchema = z.enum(['DECIDED', 'INSUFFICIENT_INFO', 'UNDECIDABLE']);
export type InboxOutcome = z.infer<typeof inboxOutcomeSchema>;

/** Tag of the item that a proposed plan is (1.16). */
export const PLAN_APPROVAL = 'PLAN_APPROVAL';
/** Tag of the item that tells administrators of a document that got in broken (3.5). */
export const CONFIGURATION_BROKEN = 'CONFIGURATION_BROKEN';

export const inboxAnswerBodySchema = z.strictObject({
  outcome: inboxOutcomeSchema,
  /** What was decided; what it may be depends on the item. */
  value: z.unknown().optional(),
  reason: z.string().max(10_000).optional(),
});
export type InboxAnswerBody = z.infer<typeof inboxAnswerBodySchema>;

/** The value that answers a PLAN_APPROVAL. */
export const planApprovalValueSchema = z.strictObject({
  approved: z.boolean(),
  comment: z.string().max(10_000).optional(),
});

export const inboxAnswerSchema = z.strictObject({
  outcome: inboxOutcomeSchema,
  value: z.unknown().optional(),
  reason: z.string().optional(),
  /** The user who answered. */
  by: z.string(),
  at: z.string(),
});
export type InboxAnswer = z.infer<typeof inboxAnswerSchema>;

/** One question or result for a person. */
export const inboxItemSchema = z.strictObject({
  itemId: z.string(),
  type: inboxTypeSchema,
  status: inboxStatusSchema,
  tags: z.array(z.string()),
  title: z.string(),
  /** A user's id. */
  assignedTo: z.string(),
  project: z.string(),
  /** Where it comes from; absent for what the server itself tells. */
  sessionId: z.string().optional(),
  processId: z.string().optional(),
  /** By tag. An update leaves long texts out. */
  payload: z.record(z.string(), z.unknown()),
  createdAt: z.string(),
  answer: inboxAnswerSchema.optional(),
});
export type InboxItem = z.infer<typeof inboxItemSchema>;
