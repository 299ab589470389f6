import { z } from 'zod';

/** Every code a REST answer or a socket refusal can carry, with its HTTP status and title. */
export const errorCodes = {
  BAD_REQUEST: { status: 400, title: 'The request breaks a rule' },
  UNAUTHENTICATED: { status: 401, title: 'Sign in first' },
  FORBIDDEN: { status: 403, title: 'Not allowed' },
  NOT_FOUND: { status: 404, title: 'Not found' },
  VERSION_NOT_FOUND: { status: 404, title: 'There is no such version' },
  METHOD_NOT_ALLOWED: { status: 405, title: 'Method not allowed' },
  CONFLICT: { status: 409, title: 'Conflict' },
  ALREADY_EXISTS: { status: 409, title: 'It exists already' },
  LAST_ADMIN: { status: 409, title: 'A tenant keeps an administrator' },
  KIT_CHANGED: { status: 409, title: 'Another content is staged' },
  KIT_BUSY: { status: 409, title: 'The kit is being applied' },
  CURSOR_AHEAD: { status: 409, title: 'The cursor is ahead of the feed' },
  PLAN_VERSION_STALE: { status: 409, title: 'Another plan version is current' },
  PLAN_ALREADY_DECIDED: { status: 409, title: 'The plan version is decided' },
  PLAN_NOT_READY: { status: 409, title: 'No plan waits for a decision' },
  PLAN_MODE_DISABLED: { status: 409, title: 'Plan mode is switched off' },
  MESSAGE_ID_TAKEN: { status: 409, title: 'The message id names another message' },
  PROCESS_CLOSED: { status: 409, title: 'The process is closed' },
  SESSION_CLOSED: { status: 409, title: 'The session is closed' },
  CURSOR_EXPIRED: { status: 410, title: 'The cursor is older than what is kept' },
  PRECONDITION_FAILED: { status: 412, title: 'The version is stale' },
  PAYLOAD_TOO_LARGE: { status: 413, title: 'The payload is too large' },
  UNSUPPORTED_MEDIA_TYPE: { status: 415, title: 'The media type is not accepted' },
  UNPROCESSABLE: { status: 422, title: 'The content is not valid' },
  ENGINE_NOT_AVAILABLE: { status: 422, title: 'The engine of the recipe is not available' },
  EGRESS_REFUSED: { status: 422, title: 'The address may not be asked' },
  AI_MODELS_INVALID: { status: 422, title: 'ai-models.yaml is not valid' },
  MCP_SERVERS_INVALID: { status: 422, title: 'mcp-servers.yaml is not valid' },
  RECIPE_INVALID: { status: 422, title: 'The recipe is not valid' },
  KIT_INVALID: { status: 422, title: 'The kit is not valid' },
  TEMPLATE_INVALID: { status: 422, title: 'The template is not valid' },
  LIMIT_EXCEEDED: { status: 422, title: 'There is no room for more' },
  IDEMPOTENCY_KEY_REUSED: { status: 422, title: 'The key was used for another request' },
  IDEMPOTENCY_IN_PROGRESS: { status: 409, title: 'The first request with this key still runs' },
  BUDGET_EXCEEDED: { status: 429, title: 'The tenant’s budget is used up' },
  INBOX_ITEM_CLOSED: { status: 409, title: 'The item was answered or dismissed' },
  PROCESS_BUSY: { status: 429, title: 'Too much waits for this process' },
  TOO_MANY_REQUESTS: { status: 429, title: 'Too many requests' },
  SECRET_UNREADABLE: { status: 500, title: 'A stored secret cannot be opened' },
  INTERNAL: { status: 500, title: 'The server failed' },
  UNAVAILABLE: { status: 503, title: 'Not available now' },
} as const satisfies Readonly<Record<string, { status: number; title: string }>>;
export type ErrorCode = keyof typeof errorCodes;

/** One fault in what was sent: where, which rule, and, where there is one, what would be right. */
export const problemFaultSchema = z.object({
  /** Of a body or query: the field, `a.b.0`; of a text: the key in it; of a kit: the file. */
  path: z.string(),
  /** All of it in one sentence. */
  message: z.string(),
  /** In a text; the first is 1. */
  line: z.number().int().optional(),
  column: z.number().int().optional(),
  /** Path of the key in a YAML text; empty where it is no YAML. */
  key: z.string().optional(),
  rule: z.string().optional(),
  /** A right piece of YAML. */
  example: z.string().optional(),
  /** Of a template: the kind of fault. */
  fault: z.string().optional(),
  /** The included template that it lies in. */
  template: z.string().optional(),
});

/** RFC 9457 problem document. `code` is for programs, `detail` for people. */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  code: z.string().regex(/^[A-Z][A-Z0-9_]*$/),
  detail: z.string(),
  correlationId: z.string(),
  errors: z.array(problemFaultSchema).optional(),
  /** What the caller needs to act, for example the winning decision. */
  details: z.record(z.string(), z.unknown()).optional(),
});
export type Problem = z.infer<typeof problemSchema>;
