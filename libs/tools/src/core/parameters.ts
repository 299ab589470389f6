import { z } from 'zod';

/** Parameters of a tool that needs none. */
export const noParameters = z.strictObject({});

/** A key of the scratchpad or the data store. */
export const keyParameter = z
  .string()
  .min(1)
  .max(200)
  .refine((key) => key.isWellFormed(), 'must be well-formed text')
  .describe('Name under which the value is kept, for example "decisions.2"');

/** Any JSON value. */
export const jsonValueParameter = z
  .union([
    z.string(),
    z.number(),
    z.boolean(),
    z.null(),
    z.array(z.unknown()),
    z.record(z.string(), z.unknown()),
  ])
  .describe('Text or any other JSON value, at most 256 KiB');

/** Path of a document in the project. */
export const documentPath = z.string().min(1).max(1_024).describe('For example "notes/plan.md"');

/** Path of a file or folder in the project's workspace on the server. */
export const workspacePath = z
  .string()
  .max(1_024)
  .describe('Relative to the workspace, for example "docs/readme.md"');

/** One end of a relation. */
export const relationEnd = z
  .string()
  .trim()
  .min(1)
  .max(512)
  .refine((end) => end.isWellFormed(), 'must be well-formed text')
  .describe('Path of a document, or a name');

/** What a relation says. */
export const relationType = z
  .string()
  .regex(/^[a-z][a-z0-9_-]{0,63}$/, 'a-z, 0-9, _ and -, for example "depends-on"')
  .describe('For example "depends-on"');

/** A whole relation. */
export const relationParameters = z.strictObject({
  from: relationEnd,
  type: relationType,
  to: relationEnd,
});

/** Name of a corpus of passages. */
export const corpusName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'a-z, 0-9, ., _ and -, for example "handbook"')
  .describe('Its name, for example "handbook"');

/** Name of a kit. */
export const kitName = z
  .string()
  .regex(/^[a-z0-9][a-z0-9._-]{0,63}$/, 'a-z, 0-9, ., _ and -, for example "team"')
  .describe('Its name');
