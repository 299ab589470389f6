import { z } from 'zod';
import { nameSchema } from '@vance/protocol';

/** Engines that a recipe may name (3.2). */
export const recipeEngines = [
  'arthur',
  'eddie',
  'ford',
  'marvin',
  'vogon',
  'zaphod',
  'slartibartfast',
  'frankie',
] as const;
export type RecipeEngine = (typeof recipeEngines)[number];

/** The engines that this product can run. A recipe of another one is checked and listed, but starts nothing. */
export const availableEngines: readonly RecipeEngine[] = ['arthur'];

export function isAvailable(engine: RecipeEngine): boolean {
  return availableEngines.includes(engine);
}

const words = z.string().min(1).max(8_192);
const unique = (rows: readonly { name: string }[]): boolean =>
  new Set(rows.map(({ name }) => name)).size === rows.length;
const UNIQUE = 'names must differ';

/** A piece of work that a worker does by a recipe of its own. */
const step = { name: nameSchema, task: words, recipe: nameSchema.optional() };

/** What must hold before the next phase begins: words for a person to agree to, or an expression over what phases gave. */
const gate = z
  .strictObject({ approval: words.optional(), expression: words.optional() })
  .refine(
    ({ approval, expression }) => (approval === undefined) !== (expression === undefined),
    'a gate has either approval or expression',
  );

const phase = z.strictObject({
  ...step,
  /** Runs beside the phase's own task, each in a worker of its own. */
  fork: z.array(z.strictObject(step)).min(1).max(10).refine(unique, UNIQUE).optional(),
  /** Plays the phase again until the expression holds, `max` times in all. */
  repeat: z.strictObject({ until: words, max: z.number().int().min(1).max(20) }).optional(),
  gate: gate.optional(),
});

const head = z.strictObject({
  name: nameSchema,
  /** Who this head is and what it looks at. */
  persona: words,
  model: z.string().min(1).max(512).optional(),
});

/** The parameters that only one engine knows, beside those of every recipe. All optional: a profile names what it changes. */
export const engineParams = {
  marvin: {
    maxNodes: z.number().int().min(1).max(200).optional(),
    maxDepth: z.number().int().min(1).max(5).optional(),
    retries: z.number().int().min(0).max(2).optional(),
  },
  vogon: { phases: z.array(phase).min(1).max(32).refine(unique, UNIQUE).optional() },
  zaphod: {
    pattern: z.enum(['council', 'debate', 'generator-critic', 'vote']).optional(),
    rounds: z.number().int().min(1).max(3).optional(),
    heads: z.array(head).min(2).max(10).refine(unique, UNIQUE).optional(),
  },
  frankie: {
    maxMinutes: z.number().int().min(1).max(60).optional(),
    /** Equal tool batches in a row after which it stops and asks. */
    maxEqualBatches: z.number().int().min(2).max(5).optional(),
  },
} as const satisfies Partial<Record<RecipeEngine, z.ZodRawShape>>;
