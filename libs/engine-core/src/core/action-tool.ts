import { z } from 'zod';
import {
  chatOptionSchema,
  proposedTodoSchema,
  todoAdditionSchema,
  todoChangeSchema,
} from '@vance/protocol';
import type { ModelTool } from '@vance/llm';

/** The parameters of every action of every engine, flat (2.4): one shape, so that provider caches hold. */
const parameters = {
  message: z.string().describe('What the user reads. Markdown.'),
  options: z.array(chatOptionSchema).describe('Choices the user may pick instead of typing.'),
  abandonPlan: z
    .boolean()
    .describe('With ANSWER while a plan is drafted or proposed: drop that plan.'),
  goal: z.string().describe('What the plan is to reach, in one line.'),
  plan: z.string().describe('The plan: Markdown with Plan, Risks, Verification, Next Action.'),
  summary: z.string().describe('The plan in one line of at most 200 characters.'),
  todos: z.array(proposedTodoSchema).describe('3 to 8 items, each a phase worth 1 to 3 calls.'),
  notes: z.string().describe('A hint from the approval, for example the chosen variant.'),
  updates: z
    .array(todoChangeSchema)
    .describe('Items that move: PENDING, IN_PROGRESS, COMPLETED, or BLOCKED with a reason.'),
  add: z.array(todoAdditionSchema).describe('At most two new items.'),
  recipe: z.string().describe('The recipe of a worker.'),
  task: z.string().describe('What a worker is to do, complete in itself.'),
  name: z.string().describe('A short name for a worker.'),
  project: z.string().describe('Another project of the user.'),
  target: z.string().describe('The name of a worker.'),
  text: z.string().describe('What is passed on.'),
  itemTitle: z.string().describe('The title of an inbox item.'),
} as const;

const made = new Map<string, ModelTool>();

/** The action function as the model sees it: the same object for the same engine in every mode. */
export function actionToolOf(name: string, types: readonly string[]): ModelTool {
  const key = `${name}:${types.join()}`;
  const known = made.get(key);
  if (known) return known;
  const shape = z.object({
    type: z.enum(types).describe('What to do now; the mode says which types are allowed.'),
    reason: z.string().describe('Why, in a few words. Never shown to the user.'),
    ...Object.fromEntries(Object.entries(parameters).map(([key, part]) => [key, part.optional()])),
  });
  const { $schema: _, ...schema } = z.toJSONSchema(shape, { io: 'input' });
  const tool: ModelTool = Object.freeze({
    name,
    description:
      'Acts: answers, asks, plans or moves a plan. Exactly one call of this function ends your turn; ' +
      'call no other function beside it.',
    parameters: schema,
  });
  made.set(key, tool);
  return tool;
}
