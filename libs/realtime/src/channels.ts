import { z } from 'zod';
import type { DurableEvent, PassingEvent } from '@vance/protocol';

/** What travels on a session's channel: numbered rows, and passing events that are shown and forgotten. */
export type SessionMessage =
  | {
      readonly kind: 'row';
      readonly seq: number;
      readonly last: number;
      readonly events: readonly DurableEvent[];
    }
  | { readonly kind: 'passing'; readonly event: PassingEvent };

/** The feed of one session. */
export const sessionChannel = (sessionId: string): string => `s:${sessionId}`;

/** To every brain: a tenant's switch moved. */
export const tenantChannel = (tenantId: string): string => `t:${tenantId}`;
export const tenantMessageSchema = z.object({
  kind: z.literal('plan-mode-availability'),
  available: z.boolean(),
});
export type TenantMessage = z.infer<typeof tenantMessageSchema>;

/** To every worker: a process was halted or moved, or its session's clients offer other tools; a hint beside the polling of the database. */
export const WORKER_CHANNEL = 'w';
export const workerMessageSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(['halt', 'moved']), processId: z.string() }),
  z.object({ kind: z.literal('offers'), sessionId: z.string() }),
]);
export type WorkerMessage = z.infer<typeof workerMessageSchema>;

/** To the one brain that holds a connection: please ask this client. */
export const brainChannel = (brainId: string): string => `b:${brainId}`;
export const toolInvocationSchema = z.object({
  callId: z.string(),
  connectionId: z.string(),
  processId: z.string(),
  name: z.string(),
  params: z.unknown(),
  deadlineMs: z.number().int(),
  /** Channel on which the worker awaits the result. */
  replyTo: z.string(),
});
export type ToolInvocation = z.infer<typeof toolInvocationSchema>;

/** To the worker that asked a client. */
export const replyChannel = (workerId: string): string => `r:${workerId}`;
export const toolReplySchema = z.object({
  callId: z.string(),
  /** `gone`: the connection is not there any more. */
  outcome: z.enum(['ok', 'failed', 'gone']),
  result: z.unknown().optional(),
  error: z.string().optional(),
});
export type ToolReply = z.infer<typeof toolReplySchema>;
