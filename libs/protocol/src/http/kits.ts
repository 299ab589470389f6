import { z } from 'zod';
import { nameSchema, projectNameSchema } from '../ws';
import type { RouteSpec } from './route';
import { pageOf } from './shared';

const hashSchema = z.string().regex(/^[0-9a-f]{64}$/, 'SHA-256 as 64 hex digits');

/** Files by path; `kit.yaml` among them. What they may be is the kit's own check. */
export const kitStageSchema = z.strictObject({ files: z.record(z.string(), z.string()) });
export const kitApplySchema = z.strictObject({ hash: hashSchema });
export const kitHeadSchema = z.object({
  name: z.string(),
  version: z.string(),
  description: z.string(),
  /** Of all that is staged: what an application names. */
  hash: z.string(),
  stagedAt: z.string(),
  /** A user's id. */
  stagedBy: z.string(),
  paths: z.array(z.string()),
  settings: z.array(z.string()),
  /** Being written right now, or left half written and about to be finished. */
  applying: z.boolean(),
  /** What was applied last. */
  applied: z
    .object({ version: z.string(), hash: z.string(), by: z.string(), at: z.string() })
    .optional(),
  /** Why the last try to apply it failed. */
  fault: z.string().optional(),
});
export const kitViewSchema = kitHeadSchema.extend({
  files: z.array(z.object({ path: z.string(), content: z.string() })),
  values: z.record(z.string(), z.unknown()),
});
export const kitExportSchema = z.object({
  name: z.string(),
  version: z.string(),
  hash: z.string(),
  /** Exactly what staging takes. */
  files: z.record(z.string(), z.string()),
});
export const kitAppliedSchema = z.object({
  name: z.string(),
  hash: z.string(),
  /** Paths and settings that differed. */
  changed: z.array(z.string()),
});

const projectParams = z.object({ project: projectNameSchema });
const kitParams = projectParams.extend({ name: nameSchema });
const none = { kind: 'none', status: 204 } as const;

/** Kits: bundles of recipes, prompts, manuals, models and settings (3.3). */
export const kitRoutes = {
  listKits: {
    method: 'GET',
    path: '/api/v1/projects/{project}/kits',
    summary: 'Kits of the project: staged, being applied, applied',
    permission: 'work',
    params: projectParams,
    answer: { kind: 'json', status: 200, schema: pageOf(kitHeadSchema) },
  },
  stageKit: {
    method: 'POST',
    path: '/api/v1/projects/{project}/kits',
    summary: 'Check a kit and stage it; what it brings counts once an administrator has applied it',
    permission: 'work',
    params: projectParams,
    body: { kind: 'json', schema: kitStageSchema },
    answer: { kind: 'json', status: 201, schema: kitHeadSchema },
    errors: ['KIT_INVALID', 'KIT_BUSY', 'LIMIT_EXCEEDED', 'CONFLICT'],
  },
  getKit: {
    method: 'GET',
    path: '/api/v1/projects/{project}/kits/{name}',
    summary: 'A kit with everything it brings, to look at before it is applied',
    permission: 'work',
    params: kitParams,
    answer: { kind: 'json', status: 200, schema: kitViewSchema },
  },
  exportKit: {
    method: 'GET',
    path: '/api/v1/projects/{project}/kits/{name}/export',
    summary:
      'Files to stage elsewhere: what the applied kit of this name brought, as it is now; else all that the project has of its own, without secrets',
    permission: 'work',
    params: kitParams,
    answer: { kind: 'json', status: 200, schema: kitExportSchema },
    errors: ['KIT_INVALID'],
  },
  applyKit: {
    method: 'POST',
    path: '/api/v1/projects/{project}/kits/{name}/apply',
    summary: 'Apply exactly the content of this hash, whole or not at all',
    permission: 'administer',
    params: kitParams,
    body: { kind: 'json', schema: kitApplySchema },
    answer: { kind: 'json', status: 200, schema: kitAppliedSchema },
    errors: ['KIT_CHANGED', 'KIT_BUSY', 'KIT_INVALID'],
  },
  removeKit: {
    method: 'DELETE',
    path: '/api/v1/projects/{project}/kits/{name}',
    summary: 'Forget a kit; what it brought stays',
    permission: 'administer',
    params: kitParams,
    answer: none,
    errors: ['KIT_BUSY'],
  },
} as const satisfies Record<string, RouteSpec>;
