import { z } from 'zod';
import { agentModeSchema, processModeSchema, processStatusSchema, waitingForSchema } from './enums';
import { planViewSchema } from './plan';
import { todoItemSchema } from './todo';

/** Everything a plan panel needs to draw one process. */
export const processSnapshotSchema = z.strictObject({
  processId: z.string(),
  sessionId: z.string(),
  name: z.string(),
  engine: z.string(),
  recipe: z.string(),
  mode: processModeSchema,
  status: processStatusSchema,
  agentMode: agentModeSchema,
  todos: z.array(todoItemSchema),
  plan: planViewSchema.nullable(),
  parentProcessId: z.string().optional(),
  waitingFor: waitingForSchema.optional(),
});
export type ProcessSnapshot = z.infer<typeof processSnapshotSchema>;

/** A user's working context in a project. */
export const sessionViewSchema = z.strictObject({
  sessionId: z.string(),
  project: z.string(),
  title: z.string(),
  language: z.string().optional(),
  recipe: z.string(),
  chatProcessId: z.string(),
  createdAt: z.string(),
});
export type SessionView = z.infer<typeof sessionViewSchema>;
