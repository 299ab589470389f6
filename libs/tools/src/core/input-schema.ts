import { z } from 'zod';
import { freezeDeep } from './freeze-deep';

/** A JSON Schema that describes the parameters of one function. */
export type ParametersSchema = Readonly<Record<string, unknown>>;

/**
 * The JSON Schema of a tool's parameters, in the dialect that function-calling models read. Throws when the
 * parameters are not one closed object, since then a model could send what nobody checks.
 */
export function parametersSchema(schema: z.ZodType): ParametersSchema {
  const { $schema: _, ...json } = z.toJSONSchema(schema, { target: 'draft-7', io: 'input' });
  if (json.type !== 'object' || json.additionalProperties !== false) {
    throw new TypeError('parameters must be a z.strictObject');
  }
  return freezeDeep(json);
}
