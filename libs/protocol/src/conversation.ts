import { z } from 'zod';

/** One function call as the model asked for it. */
export const modelToolCallSchema = z.object({
  /** Unique in the conversation: empty or repeated ids of a provider are minted anew. */
  id: z.string(),
  name: z.string(),
  /** The arguments as text. Whether they are JSON is judged where they are used. */
  arguments: z.string(),
});
export type ModelToolCall = z.infer<typeof modelToolCallSchema>;

/** A model's answer, as it is stored and sent back to it later. */
export const assistantTurnSchema = z.object({
  text: z.string(),
  toolCalls: z.array(modelToolCallSchema),
  /** What a provider wants back unchanged and in order (reasoning items, thought signatures); opaque. */
  provider: z.record(z.string(), z.unknown()).optional(),
});
export type AssistantTurn = z.infer<typeof assistantTurnSchema>;
