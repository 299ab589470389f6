import { z } from 'zod';

const common = {
  description: z.string().min(1),
  /** `tenant`: only in the tenant's layer · `project`: a project may have its own value. */
  scope: z.enum(['tenant', 'project']),
};

/** What a setting is. */
export const settingDefinitionSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...common,
    type: z.literal('choice'),
    values: z.array(z.string()).min(1),
    default: z.string(),
  }),
  z.strictObject({
    ...common,
    type: z.literal('texts'),
    maxItems: z.number().int().positive(),
    maxLength: z.number().int().positive(),
    default: z.array(z.string()).optional(),
  }),
  z.strictObject({ ...common, type: z.literal('switch'), default: z.boolean() }),
  z.strictObject({
    ...common,
    type: z.literal('number'),
    min: z.number(),
    max: z.number(),
    whole: z.boolean().default(false),
    default: z.number().optional(),
  }),
  /** An address that the platform asks for the tenant: the rules of `libs/egress` hold for it. */
  z.strictObject({ ...common, type: z.literal('url') }),
  /** Sealed when stored, and never shown again. */
  z.strictObject({
    ...common,
    type: z.literal('secret'),
    maxLength: z.number().int().positive(),
  }),
]);
export type SettingDefinition = z.infer<typeof settingDefinitionSchema>;

/** A value that a setting can have. */
export type SettingValue = string | number | boolean | readonly string[];

/** What counts where nobody set anything. */
export function defaultOf(definition: SettingDefinition): SettingValue | undefined {
  return 'default' in definition ? definition.default : undefined;
}

/** Longest address, as in `libs/egress`. */
const MAX_URL = 2_048;

/** The values a setting takes. */
export function schemaOf(definition: SettingDefinition): z.ZodType<SettingValue> {
  switch (definition.type) {
    case 'choice':
      return z.enum(definition.values);
    case 'texts':
      return z.array(z.string().min(1).max(definition.maxLength)).max(definition.maxItems);
    case 'switch':
      return z.boolean();
    case 'number':
      return (definition.whole ? z.int() : z.number()).min(definition.min).max(definition.max);
    case 'url':
      return z.string().trim().min(1).max(MAX_URL);
    case 'secret':
      // It goes into a header: printable ASCII, so that no server finds a second header in it.
      return z
        .string()
        .trim()
        .regex(/^[\x21-\x7e]+$/)
        .max(definition.maxLength);
  }
}

/** The end of "must be …". */
export function expectedBy(definition: SettingDefinition): string {
  switch (definition.type) {
    case 'choice':
      return `one of ${definition.values.map((value) => JSON.stringify(value)).join(', ')}`;
    case 'texts':
      return `a list of at most ${definition.maxItems} texts of up to ${definition.maxLength} characters, for example ["one"]`;
    case 'switch':
      return 'true or false';
    case 'number':
      return `a ${definition.whole ? 'whole ' : ''}number from ${definition.min} to ${definition.max}`;
    case 'url':
      return `an address of at most ${MAX_URL} characters, for example "https://models.example.com/v1"`;
    case 'secret':
      return `a text of at most ${definition.maxLength} printable characters without spaces`;
  }
}
