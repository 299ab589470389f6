import { z } from 'zod';
import { agentModeSchema, clientProfileSchema, verdictSchema } from './enums';
import { inboxAnswerBodySchema, inboxItemSchema, inboxStatusSchema } from './inbox';
import { MAX_MESSAGE } from './message';
import { processSnapshotSchema, sessionViewSchema } from './snapshot';
import { planDecisionSchema } from './plan';

/** The version of this protocol; a handshake that asks for another is refused. */
export const PROTOCOL_VERSION = 1;

const id = z.string().min(1).max(128);

/** `auth` of the socket.io handshake. */
export const handshakeSchema = z.object({
  token: z.string(),
  clientName: z.string().max(100).optional(),
  profile: clientProfileSchema.default('api'),
  protocolVersion: z.number().int(),
});

/** Name of a project, user or recipe. */
export const nameSchema = z
  .string()
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}$/,
    'lower-case letters, digits, dot, dash, underscore; 1 to 64 characters',
  );
/** A project in a path: a name, or `_tenant` for the tenant layer. */
export const projectNameSchema = z
  .string()
  .regex(/^(_tenant|[a-z0-9][a-z0-9._-]{0,63})$/, 'a project name');

/** One tool that a client offers for its own machine. */
export const clientToolSpecSchema = z.strictObject({
  name: z.string(),
  description: z.string().max(4000),
  inputSchema: z.record(z.string(), z.unknown()).default({ type: 'object', properties: {} }),
  labels: z.array(z.string().max(64)).max(16).default([]),
});
export type ClientToolSpec = z.infer<typeof clientToolSpecSchema>;

export const chatSendBodySchema = z.strictObject({
  clientMessageId: id,
  content: z.string().min(1).max(MAX_MESSAGE),
  seenPlanVersion: z.number().int().nonnegative().optional(),
});
export type ChatSendBody = z.infer<typeof chatSendBodySchema>;

export const planDecideBodySchema = z.strictObject({
  planVersion: z.number().int().positive(),
  verdict: verdictSchema,
  comment: z.string().max(10_000).optional(),
  decisionId: id,
});
export type PlanDecideBody = z.infer<typeof planDecideBodySchema>;

const processRef = z.strictObject({ processId: id });
const processReply = z.strictObject({ process: processSnapshotSchema });

/** Every request of the socket with its acknowledgement's `data`: types, checks and documents come from here. */
export const wsRequests = {
  'session-open': {
    payload: z.strictObject({
      project: nameSchema,
      sessionId: id.optional(),
      recipe: nameSchema.optional(),
      title: z.string().max(200).optional(),
      language: z.string().max(35).optional(),
      since: z.number().int().nonnegative().optional(),
    }),
    data: z.strictObject({
      session: sessionViewSchema,
      processes: z.array(processSnapshotSchema),
      chatProcessId: z.string(),
      planModeAvailable: z.boolean(),
      lastSeq: z.number().int(),
      /** Durable events `since + 1 … lastSeq`, empty without `since`. */
      events: z.array(z.record(z.string(), z.unknown())),
      cursorExpired: z.boolean().optional(),
    }),
  },
  'session-close': { payload: z.strictObject({ sessionId: id }), data: z.strictObject({}) },
  'chat-send': {
    payload: chatSendBodySchema.extend({ processId: id }),
    data: z.strictObject({
      messageId: z.string(),
      seq: z.number().int(),
      duplicate: z.boolean().optional(),
    }),
  },
  'plan-decide': {
    payload: planDecideBodySchema.extend({ processId: id }),
    data: z.strictObject({ decision: planDecisionSchema }),
  },
  'agent-mode-set': {
    payload: z.strictObject({ processId: id, agentMode: agentModeSchema }),
    data: processReply,
  },
  'process-halt': { payload: processRef, data: processReply },
  'process-pause': { payload: processRef, data: processReply },
  'process-resume': { payload: processRef, data: processReply },
  'process-close': { payload: processRef, data: processReply },
  'client-tools-register': {
    payload: z.strictObject({
      sessionId: id,
      tools: z.array(z.looseObject({ name: z.string() })).max(512),
    }),
    data: z.strictObject({
      accepted: z.array(z.string()),
      rejected: z.array(z.strictObject({ name: z.string(), reason: z.string() })),
    }),
  },
  'client-tool-result': {
    payload: z.strictObject({
      callId: id,
      ok: z.boolean(),
      result: z.unknown().optional(),
      error: z.unknown().optional(),
    }),
    data: z.strictObject({}),
  },
  'inbox-list': {
    payload: z.strictObject({ status: inboxStatusSchema.optional() }),
    data: z.strictObject({ items: z.array(inboxItemSchema) }),
  },
  'inbox-answer': {
    payload: inboxAnswerBodySchema.extend({ itemId: id }),
    data: z.strictObject({ item: inboxItemSchema }),
  },
} as const;
export type WsRequestName = keyof typeof wsRequests;
export type WsPayload<N extends WsRequestName> = z.infer<(typeof wsRequests)[N]['payload']>;
export type WsData<N extends WsRequestName> = z.infer<(typeof wsRequests)[N]['data']>;

/** The acknowledgement's envelope. */
export type WsReply<N extends WsRequestName> =
  | { readonly ok: true; readonly data: WsData<N> }
  | { readonly ok: false; readonly error: WsErrorBody };
/** What a refused request gets, and what is in `data` of a refused connection's error. */
export const wsErrorSchema = z.strictObject({
  /** One of `errorCodes`. */
  code: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()).optional(),
});
export type WsErrorBody = Readonly<z.infer<typeof wsErrorSchema>>;
