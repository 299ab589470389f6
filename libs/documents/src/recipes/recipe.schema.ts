import { z } from 'zod';
import { clientProfileSchema, nameSchema } from '@vance/protocol';
import { engineParams, type RecipeEngine } from './engine-params';

const toolName = z.string().regex(/^[A-Za-z][A-Za-z0-9_-]{0,63}$/, 'a tool name');
const toolSelector = z
  .string()
  .regex(
    /^-?@?[A-Za-z][A-Za-z0-9_-]{0,63}$/,
    'a tool name or @label, with - in front to remove it',
  );
/** What `ModelGateway` is asked by. */
const modelSetting = z
  .string()
  .max(512)
  .regex(
    /^\s*[a-z][a-z0-9-]*:[^\s,]+(\s*,\s*[a-z][a-z0-9-]*:[^\s,]+)*\s*$/,
    'provider:model or an alias, several by comma',
  );
/** The client that a profile is for. */
const clientName = z
  .string()
  .refine(
    (name) => clientProfileSchema.safeParse(name).success,
    `must be named as a client is: ${clientProfileSchema.options.join(', ')}`,
  );
const prefix = z.string().max(32_768);
const promptModes = z.enum(['APPEND', 'OVERWRITE']);

/** Parameters as they may be written; what is absent has a default (`withDefaults`). */
export const params = z.strictObject({
  planMode: z.enum(['auto', 'required', 'disabled']).optional(),
  approval: z.enum(['inferred', 'explicit']).optional(),
  planOutputViaInbox: z.boolean().optional(),
  planApprover: nameSchema.optional(),
  readOnlyToolsAdd: z.array(toolName).max(128).optional(),
  readOnlyToolsRemove: z.array(toolName).max(128).optional(),
  model: modelSetting.optional(),
  maxIterations: z.number().int().min(1).max(100).optional(),
  maxTurnMinutes: z.number().int().min(1).max(120).optional(),
});

const tools = z.strictObject({
  allow: z.array(toolSelector).max(256).optional(),
  deny: z.array(toolSelector).max(256).optional(),
});

/** A recipe of one engine, as it is written in YAML (3.5). */
function recipeOf<E extends RecipeEngine>(engine: E, ownParams: z.ZodType<WrittenParams>) {
  /** What a client profile changes; lists replace the recipe's own. */
  const profile = z.strictObject({
    params: ownParams.optional(),
    promptPrefix: prefix.optional(),
    promptMode: promptModes.optional(),
    tools: tools.optional(),
  });
  return z.strictObject({
    name: nameSchema,
    title: z.string().min(1).max(200),
    description: z.string().min(1).max(2_000),
    engine: z.literal(engine),
    params: ownParams.default({}),
    promptPrefix: prefix.optional(),
    promptMode: promptModes.default('APPEND'),
    tools: tools.default({}),
    profiles: z.record(clientName, profile).default({}),
    /** Whoever spawns it may not change its parameters. */
    locked: z.boolean().default(false),
    tags: z.array(z.string().min(1).max(64)).max(32).default([]),
  });
}

/** A recipe. Which parameters it may have depends on its engine; beyond those of all, each engine reads its own. */
export const recipeSchema = z.discriminatedUnion('engine', [
  recipeOf('arthur', params),
  recipeOf('eddie', params),
  recipeOf('ford', params),
  recipeOf('marvin', params.extend(engineParams.marvin)),
  recipeOf('vogon', params.extend(engineParams.vogon)),
  recipeOf('zaphod', params.extend(engineParams.zaphod)),
  recipeOf('slartibartfast', params),
  recipeOf('frankie', params.extend(engineParams.frankie)),
]);
/** A recipe as written, with the defaults of its outer fields. */
export type RecipeSource = z.infer<typeof recipeSchema>;
export type WrittenParams = z.infer<typeof params>;
