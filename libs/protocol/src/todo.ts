import { z } from 'zod';

export const todoStatusSchema = z.enum(['PENDING', 'IN_PROGRESS', 'COMPLETED']);
export type TodoStatus = z.infer<typeof todoStatusSchema>;

export const todoRiskSchema = z.enum(['LOW', 'MEDIUM', 'HIGH']);

/**
 * One step of a plan, as clients see it (1.7). `blockedReason` is there exactly while the item is
 * blocked; its status stays IN_PROGRESS then. Ids are opaque text and never a database key.
 */
export const todoItemSchema = z.strictObject({
  id: z.string(),
  status: todoStatusSchema,
  content: z.string(),
  activeForm: z.string().optional(),
  description: z.string().optional(),
  files: z.array(z.string()).optional(),
  verify: z.array(z.string()).optional(),
  risk: todoRiskSchema.optional(),
  blockedReason: z.string().optional(),
});
export type TodoItem = z.infer<typeof todoItemSchema>;
