import { z } from 'zod';
import { modelApis, modelTiers } from './model-info';

const tokens = z.number().int().positive();
const dollars = z.number().nonnegative();
const seconds = z.number().positive().max(3600);

/** One row of `models`; what it leaves out comes from the layer below, else from the defaults. */
const modelRowSchema = z.strictObject({
  contextWindowTokens: tokens.optional(),
  maxOutputTokens: tokens.optional(),
  actionLoopCorrections: z.number().int().min(0).max(20).optional(),
  maxTools: z.number().int().positive().optional(),
  capabilities: z.array(z.string().min(1)).optional(),
  api: z.enum(modelApis).optional(),
  tier: z.enum(modelTiers).optional(),
  timeoutSeconds: seconds.optional(),
  idleTimeoutSeconds: seconds.optional(),
  pricing: z
    .strictObject({ input: dollars, output: dollars, cached: dollars.optional() })
    .optional(),
});
export type ModelRow = z.infer<typeof modelRowSchema>;

const modelName = z
  .string()
  .regex(/^[a-z][a-z0-9-]*:[^\s,:][^\s,]*$/, 'named provider:model, the provider in small letters');
const aliasTarget = z
  .string()
  .max(512)
  .regex(/^[^\s,]+(\s*,\s*[^\s,]+)*$/, 'a model, or several by comma');

/** `ai-models.yaml`, one layer of it. */
export const catalogueLayerSchema = z.strictObject({
  models: z.record(modelName, modelRowSchema).default({}),
  aliases: z.record(modelName, aliasTarget).default({}),
});
export type CatalogueLayer = z.infer<typeof catalogueLayerSchema>;
