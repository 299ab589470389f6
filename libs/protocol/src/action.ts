import { z } from 'zod';
import { todoRiskSchema } from './todo';
import { chatOptionSchema, MAX_MESSAGE } from './message';

/** The plan actions every plan-mode engine shares (1.2). */
export const planActionTypeSchema = z.enum([
  'START_PLAN',
  'PROPOSE_PLAN',
  'START_EXECUTION',
  'TODO_UPDATE',
]);
export type PlanActionType = z.infer<typeof planActionTypeSchema>;

/** Arthur's own actions (2.4). */
export const arthurActionTypeSchema = z.enum([
  'ANSWER',
  'ASK_USER',
  'DELEGATE',
  'RELAY',
  'WAIT',
  'REJECT',
]);
export type ArthurActionType = z.infer<typeof arthurActionTypeSchema>;

/**
 * One item of a proposal as the model sends it; counts, lengths and ids are judged by plan-core, which can name the
 * rule. What else a model adds (a status, say) is dropped: every item of a proposal is PENDING.
 */
export const proposedTodoSchema = z.object({
  id: z.string(),
  content: z.string(),
  activeForm: z.string().optional(),
  description: z.string().optional(),
  files: z.array(z.string()).optional(),
  verify: z.array(z.string()).optional(),
  risk: todoRiskSchema.optional(),
});
export type ProposedTodo = z.infer<typeof proposedTodoSchema>;

/** One wished change; an unknown status is judged item by item, so it is text here. */
export const todoChangeSchema = z.object({
  id: z.string(),
  status: z.string(),
  reason: z.string().optional(),
});
export type TodoChange = z.infer<typeof todoChangeSchema>;

export const todoAdditionSchema = z.object({
  id: z.string(),
  content: z.string(),
  activeForm: z.string().optional(),
  /** Id of the item to stand behind; at the end when absent. */
  after: z.string().optional(),
});
export type TodoAddition = z.infer<typeof todoAdditionSchema>;

const reason = z.string();
/** What else a model says of a choice is dropped. */
const option = z.object(chatOptionSchema.shape);
/** What the user reads. */
const message = z.string().regex(/\S/, 'must say something').max(MAX_MESSAGE);
const startPlan = z.object({ type: z.literal('START_PLAN'), reason, goal: z.string().optional() });
const proposePlan = z.object({
  type: z.literal('PROPOSE_PLAN'),
  reason,
  plan: z.string(),
  summary: z.string(),
  todos: z.array(proposedTodoSchema),
  goal: z.string().optional(),
});
const startExecution = z.object({
  type: z.literal('START_EXECUTION'),
  reason,
  notes: z.string().optional(),
});
const todoUpdate = z.object({
  type: z.literal('TODO_UPDATE'),
  reason,
  updates: z.array(todoChangeSchema),
  add: z.array(todoAdditionSchema).optional(),
});
const answer = z.object({
  type: z.literal('ANSWER'),
  reason,
  message,
  options: z.array(option).optional(),
  abandonPlan: z.boolean().optional(),
});
const askUser = z.object({
  type: z.literal('ASK_USER'),
  reason,
  message,
  options: z.array(option).optional(),
});
const delegate = z.object({
  type: z.literal('DELEGATE'),
  reason,
  task: z.string().min(1),
  recipe: z.string().optional(),
  name: z.string().optional(),
});
const relay = z.object({ type: z.literal('RELAY'), reason, target: z.string(), text: z.string() });
const wait = z.object({ type: z.literal('WAIT'), reason });
const reject = z.object({ type: z.literal('REJECT'), reason, message });

/** The four plan actions, parsed. Parameters of other types that a model adds are dropped. */
export const planActionSchema = z.discriminatedUnion('type', [
  startPlan,
  proposePlan,
  startExecution,
  todoUpdate,
]);
export type PlanAction = z.infer<typeof planActionSchema>;

/** Everything Arthur's action function may carry, parsed. */
export const arthurActionSchema = z.discriminatedUnion('type', [
  startPlan,
  proposePlan,
  startExecution,
  todoUpdate,
  answer,
  askUser,
  delegate,
  relay,
  wait,
  reject,
]);
export type ArthurAction = z.infer<typeof arthurActionSchema>;
export type AnswerAction = z.infer<typeof answer>;
export type AskUserAction = z.infer<typeof askUser>;
