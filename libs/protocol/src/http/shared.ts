import { z } from 'zod';
import { projectNameSchema } from '../ws';

/** Path pieces that several routes share. */
export const idSchema = z.string().min(1).max(128);

/** One segment rule for documents: what can be stored under it can also be asked for. */
export const documentPathSchema = z
  .string()
  .max(512)
  .regex(
    /^[a-z0-9][a-z0-9._-]{0,63}(\/[a-z0-9][a-z0-9._-]{0,63})*$/,
    'segments of lower-case letters, digits, dot, dash, underscore, joined by /',
  );

/** `limit` of a list, as it stands in a query string. */
export function limitSchema(standard: number, most: number): z.ZodDefault<z.ZodCoercedNumber> {
  return z.coerce.number().int().min(1).max(most).default(standard);
}

/** The query of an ordinary list. */
export const pageQuerySchema = z.strictObject({
  limit: limitSchema(100, 500),
  /** Opaque: what the answer before gave. */
  cursor: z.string().max(512).optional(),
});

/** `{items, cursor?}`; no cursor means that this was the last page. */
export function pageOf<T extends z.ZodType>(
  item: T,
): z.ZodObject<{ items: z.ZodArray<T>; cursor: z.ZodOptional<z.ZodString> }> {
  return z.object({ items: z.array(item), cursor: z.string().optional() });
}

/** Which layer of the cascade a value comes from. */
export const layerSchema = z.enum(['project', 'tenant', 'bundled']);
export type Layer = z.infer<typeof layerSchema>;

/** A version in a layer; 0 for what the product ships. */
export const versionRefSchema = z.object({ layer: layerSchema, version: z.number().int() });

/** The path of what is in a project. */
export const projectParams = z.object({ project: projectNameSchema });

/** A version, as it stands in a query string. */
export const versionNumber = z
  .string()
  .regex(/^[1-9][0-9]{0,14}$/, 'a version: a whole number from 1')
  .transform(Number);

/** The version to bring back. */
export const versionBodySchema = z.strictObject({
  version: z.number().int().min(1).max(Number.MAX_SAFE_INTEGER),
});

/** The header of a write that must not pass over somebody else's. */
export const ifMatch = {
  'If-Match': 'The ETag of the version to replace; `*`: any that is there.',
};
