import { z } from 'zod';
import { agentModeSchema } from '../enums';
import { chatMessageSchema } from '../message';
import { planVersionSchema, planViewSchema } from '../plan';
import { processSnapshotSchema } from '../snapshot';
import { todoItemSchema } from '../todo';
import { chatSendBodySchema, planDecideBodySchema, wsRequests } from '../ws';
import type { RouteSpec } from './route';
import { idSchema, layerSchema, limitSchema, pageOf } from './shared';

export const planDiffSchema = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** Unified diff of the two versions' Markdown. */
  markdown: z.string(),
  todos: z.object({
    added: z.array(todoItemSchema),
    removed: z.array(todoItemSchema),
    changed: z.array(z.object({ id: z.string(), from: todoItemSchema, to: todoItemSchema })),
  }),
});
export type PlanDiff = z.infer<typeof planDiffSchema>;

export const currentPlanSchema = z.object({
  plan: planViewSchema.nullable(),
  todos: z.array(todoItemSchema),
  /** The current version with its Markdown, once one was proposed. */
  current: planVersionSchema.nullable(),
  /** While an approved plan runs: the versions of recipe and prompts it was approved under, and is played by. */
  heldTo: z
    .object({
      planVersion: z.number().int(),
      recipe: z.object({ name: z.string(), layer: layerSchema, version: z.number().int() }),
      prompts: z.array(
        z.object({ path: z.string(), layer: layerSchema, version: z.number().int() }),
      ),
    })
    .optional(),
});

const processParams = z.object({ processId: idSchema });
const version = z
  .string()
  .regex(/^[1-9][0-9]{0,8}$/, 'a plan version')
  .transform(Number);
const processReply = {
  kind: 'json',
  status: 200,
  schema: z.object({ process: processSnapshotSchema }),
} as const;
const command = {
  method: 'POST',
  permission: 'work',
  params: processParams,
  answer: processReply,
} as const;

/** Processes: snapshot, history, plans, and what the socket can do too (2.2). */
export const processRoutes = {
  getProcess: {
    method: 'GET',
    path: '/api/v1/processes/{processId}',
    summary: 'Everything a plan panel draws',
    permission: 'work',
    params: processParams,
    answer: { kind: 'json', status: 200, schema: processSnapshotSchema },
  },
  listMessages: {
    method: 'GET',
    path: '/api/v1/processes/{processId}/messages',
    summary: 'History, newest page first, each page in order; `before` takes the cursor',
    permission: 'work',
    params: processParams,
    query: z.strictObject({
      view: z.enum(['active', 'full']).default('active'),
      before: z.string().max(128).optional(),
      limit: limitSchema(100, 500),
    }),
    answer: { kind: 'json', status: 200, schema: pageOf(chatMessageSchema) },
  },
  sendMessage: {
    method: 'POST',
    path: '/api/v1/processes/{processId}/messages',
    summary: 'Say something, as chat-send does',
    permission: 'work',
    params: processParams,
    body: { kind: 'json', schema: chatSendBodySchema },
    answer: { kind: 'json', status: 201, schema: wsRequests['chat-send'].data },
    errors: ['PROCESS_CLOSED', 'PROCESS_BUSY', 'TOO_MANY_REQUESTS', 'BUDGET_EXCEEDED'],
  },
  getPlan: {
    method: 'GET',
    path: '/api/v1/processes/{processId}/plan',
    summary: 'The current plan',
    permission: 'work',
    params: processParams,
    answer: { kind: 'json', status: 200, schema: currentPlanSchema },
  },
  listPlans: {
    method: 'GET',
    path: '/api/v1/processes/{processId}/plans',
    summary: 'All plan versions',
    permission: 'work',
    params: processParams,
    answer: { kind: 'json', status: 200, schema: pageOf(planVersionSchema) },
  },
  diffPlans: {
    method: 'GET',
    path: '/api/v1/processes/{processId}/plans/{version}/diff',
    summary: 'What changed from version `against` to this one',
    permission: 'work',
    params: processParams.extend({ version }),
    query: z.strictObject({ against: version }),
    answer: { kind: 'json', status: 200, schema: planDiffSchema },
  },
  decidePlan: {
    method: 'POST',
    path: '/api/v1/processes/{processId}/plan/decision',
    summary: 'A verdict on one plan version, as plan-decide does',
    permission: 'work',
    params: processParams,
    body: { kind: 'json', schema: planDecideBodySchema },
    answer: { kind: 'json', status: 200, schema: wsRequests['plan-decide'].data },
    errors: ['PLAN_VERSION_STALE', 'PLAN_ALREADY_DECIDED', 'PLAN_NOT_READY'],
  },
  haltProcess: {
    ...command,
    path: '/api/v1/processes/{processId}/halt',
    summary: 'End the running turn',
  },
  pauseProcess: {
    ...command,
    path: '/api/v1/processes/{processId}/pause',
    summary: 'Hold the process',
    errors: ['PROCESS_CLOSED'],
  },
  resumeProcess: {
    ...command,
    path: '/api/v1/processes/{processId}/resume',
    summary: 'Let it go on',
    errors: ['PROCESS_CLOSED'],
  },
  closeProcess: {
    ...command,
    path: '/api/v1/processes/{processId}/close',
    summary: 'Close it for good',
  },
  setAgentMode: {
    method: 'PUT',
    path: '/api/v1/processes/{processId}/agent-mode',
    summary: "The user's switch",
    permission: 'work',
    params: processParams,
    body: { kind: 'json', schema: z.strictObject({ agentMode: agentModeSchema }) },
    answer: processReply,
    errors: ['PLAN_MODE_DISABLED', 'PROCESS_CLOSED'],
  },
} as const satisfies Record<string, RouteSpec>;
