import { z } from 'zod';
import { messageRoleSchema, verdictSchema } from './enums';

/** Longest text of one chat message, in characters. */
export const MAX_MESSAGE = 262_144;

/** A choice the user may pick instead of typing. */
export const chatOptionSchema = z.strictObject({ label: z.string(), value: z.string() });
export type ChatOption = z.infer<typeof chatOptionSchema>;

/** What stands beside a message's text. */
export const messageMetaSchema = z.strictObject({
  /** The plan version whose text this message is. */
  planVersion: z.number().int().optional(),
  /** The verdict this USER message carries. */
  planDecision: z
    .strictObject({ planVersion: z.number().int(), verdict: verdictSchema, decisionId: z.string() })
    .optional(),
  options: z.array(chatOptionSchema).optional(),
  /**
   * `marker`: a SYSTEM row without text that only carries tags · `unsaid`: words that the model keeps and the chat does
   * not show, as they stand elsewhere.
   */
  kind: z.enum(['marker', 'unsaid']).optional(),
  /** The model failed for good after this text was shown. */
  incomplete: z.boolean().optional(),
});
export type MessageMeta = z.infer<typeof messageMetaSchema>;

/** A message of a process's conversation. */
export const chatMessageSchema = z.strictObject({
  id: z.string(),
  role: messageRoleSchema,
  content: z.string(),
  /** ISO 8601. */
  createdAt: z.string(),
  /** MODE:plan, MODE:execute, PLAN_STEP_STARTED:<id>, PLAN_STEP_DONE:<id> … (1.3). */
  tags: z.array(z.string()),
  meta: messageMetaSchema,
  archivedInMemoryId: z.string().optional(),
});
export type ChatMessage = z.infer<typeof chatMessageSchema>;
