import { z } from 'zod';
import { agentModeSchema, processModeSchema, processStatusSchema, waitingForSchema } from './enums';
import { inboxItemSchema } from './inbox';
import { chatMessageSchema } from './message';
import { planViewSchema } from './plan';
import { todoItemSchema } from './todo';

/** The own fields of each durable event, by name (2.3): the one list of what a session's record holds. */
export const durableEventBodies = {
  'chat-message-appended': z.strictObject({ message: chatMessageSchema }),
  'process-mode-changed': z.strictObject({
    oldMode: processModeSchema,
    newMode: processModeSchema,
  }),
  'todos-updated': z.strictObject({
    todos: z.array(todoItemSchema),
    planVersion: z.number().int(),
  }),
  'plan-proposed': z.strictObject({ summary: z.string(), planVersion: z.number().int() }),
  'plan-updated': z.strictObject({ plan: planViewSchema.nullable() }),
  'process-progress': z.strictObject({
    status: processStatusSchema,
    /** A short machine-readable word for why, for example `halted`, `recovered`. */
    statusTag: z.string(),
    waitingFor: waitingForSchema.optional(),
    text: z.string().optional(),
  }),
  'agent-mode-changed': z.strictObject({ oldMode: agentModeSchema, newMode: agentModeSchema }),
  'process-spawned': z.strictObject({
    parentProcessId: z.string().nullable(),
    engine: z.string(),
    recipe: z.string(),
    childSessionId: z.string().optional(),
  }),
  'process-closed': z.strictObject({ closeReason: z.string() }),
  'inbox-item-added': z.strictObject({ item: inboxItemSchema }),
  'inbox-item-updated': z.strictObject({ item: inboxItemSchema }),
} as const;

export type DurableEventType = keyof typeof durableEventBodies;

/** An event as a process write causes it: before the session has numbered it. */
export type EventDraft = {
  [T in DurableEventType]: { readonly type: T } & Readonly<z.infer<(typeof durableEventBodies)[T]>>;
}[DurableEventType];

/** What every durable event carries beside its own fields. */
export const eventHeaderSchema = z.strictObject({
  /** Rises by one per session, never restarts. */
  seq: z.number().int(),
  eventId: z.string(),
  at: z.string(),
  sessionId: z.string(),
  processId: z.string(),
  processName: z.string(),
});
export type EventHeader = z.infer<typeof eventHeaderSchema>;

/** A durable event as clients get it; lists and replays carry the name in `type`. */
export type DurableEvent = EventHeader & EventDraft;

/** The own fields of each passing event: shown while it happens, never kept, no seq. */
export const passingEventBodies = {
  welcome: z.strictObject({
    userId: z.string(),
    tenantId: z.string(),
    protocolVersion: z.number().int(),
    serverVersion: z.string(),
  }),
  'plan-mode-availability': z.strictObject({ available: z.boolean() }),
  'session-expired': z.strictObject({ reason: z.string() }),
  'slow-consumer': z.strictObject({ code: z.literal('SLOW_CONSUMER'), message: z.string() }),
  'chat-message-chunk': z.union([
    z.strictObject({
      sessionId: z.string(),
      processId: z.string(),
      turnId: z.string(),
      index: z.number().int(),
      text: z.string(),
    }),
    z.strictObject({
      sessionId: z.string(),
      processId: z.string(),
      turnId: z.string(),
      reset: z.literal(true),
    }),
  ]),
  'tool-activity': z.strictObject({
    sessionId: z.string(),
    processId: z.string(),
    callId: z.string(),
    name: z.string(),
    phase: z.enum(['started', 'finished', 'refused']),
    durationMs: z.number().optional(),
  }),
  'client-tool-invoke': z.strictObject({
    callId: z.string(),
    processId: z.string(),
    name: z.string(),
    params: z.unknown(),
    deadlineMs: z.number().int(),
  }),
} as const;
export type PassingEventType = keyof typeof passingEventBodies;
export type PassingEvent = {
  [T in PassingEventType]: {
    readonly type: T;
    readonly body: z.infer<(typeof passingEventBodies)[T]>;
  };
}[PassingEventType];
