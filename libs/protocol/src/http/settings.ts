import { z } from 'zod';
import type { RouteSpec } from './route';
import {
  ifMatch,
  layerSchema,
  pageOf,
  pageQuerySchema,
  projectParams,
  versionBodySchema,
  versionRefSchema,
} from './shared';

export const settingViewSchema = z.object({
  key: z.string(),
  /** The effective value; absent for secrets and where nothing is set. */
  value: z.unknown().optional(),
  layer: layerSchema,
  /** Of the value that counts; 0 for the default. */
  version: z.number().int(),
  /** The layers below that have a value too. */
  shadowed: z.array(versionRefSchema),
  /** The value set in this very project. */
  own: z.unknown().optional(),
  /** Of the value set in this very project: its ETag. */
  ownVersion: z.number().int().optional(),
  /** Of a secret: whether one counts here, and whether one is set in this very project. */
  set: z.boolean().optional(),
  ownSet: z.boolean().optional(),
});
export const settingVersionSchema = z.object({
  version: z.number().int(),
  at: z.string(),
  /** A user's id, or a name of the server's own. */
  by: z.string(),
  /** Absent in a removal, and always of a secret. */
  value: z.unknown().optional(),
  /** This version is the value's removal. */
  deleted: z.literal(true).optional(),
});
export const settingPutSchema = z.strictObject({ value: z.json() });

const settingParams = projectParams.extend({
  key: z
    .string()
    .regex(/^[a-zA-Z][a-zA-Z0-9_-]{0,63}(\.[a-zA-Z][a-zA-Z0-9_-]{0,63}){0,15}$/, 'a setting key'),
});
const preconditions = { ...ifMatch, 'If-None-Match': '`*`: only where this layer has no value.' };

/** Settings (2.2). The tenant's layer is the project `_tenant`. */
export const settingRoutes = {
  listSettings: {
    method: 'GET',
    path: '/api/v1/projects/{project}/settings',
    summary: 'Settings, effective and own',
    permission: 'work',
    params: projectParams,
    answer: { kind: 'json', status: 200, schema: pageOf(settingViewSchema) },
  },
  getSetting: {
    method: 'GET',
    path: '/api/v1/projects/{project}/settings/{key}',
    summary: 'One setting, effective and own; the own version is the ETag',
    permission: 'work',
    params: settingParams,
    answer: { kind: 'json', status: 200, schema: settingViewSchema },
    errors: ['UNPROCESSABLE'],
  },
  putSetting: {
    method: 'PUT',
    path: '/api/v1/projects/{project}/settings/{key}',
    summary: 'Set a value',
    permission: 'administer',
    params: settingParams,
    headers: preconditions,
    body: { kind: 'json', schema: settingPutSchema },
    answer: { kind: 'json', status: 200, schema: settingViewSchema },
    errors: ['UNPROCESSABLE', 'EGRESS_REFUSED', 'PRECONDITION_FAILED', 'CONFLICT'],
  },
  removeSetting: {
    method: 'DELETE',
    path: '/api/v1/projects/{project}/settings/{key}',
    summary: 'Remove the own value; the layer below counts again',
    permission: 'administer',
    params: settingParams,
    headers: ifMatch,
    answer: { kind: 'none', status: 204 },
    errors: ['UNPROCESSABLE', 'PRECONDITION_FAILED', 'CONFLICT'],
  },
  settingHistory: {
    method: 'GET',
    path: '/api/v1/projects/{project}/settings/{key}/history',
    summary: 'All own values of a setting, newest first, of a removed one too',
    permission: 'administer',
    params: settingParams,
    query: pageQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(settingVersionSchema) },
    errors: ['UNPROCESSABLE'],
  },
  restoreSetting: {
    method: 'POST',
    path: '/api/v1/projects/{project}/settings/{key}/restore',
    summary: 'Bring the value of an earlier version back as a new one; If-Match as for PUT',
    permission: 'administer',
    params: settingParams,
    headers: preconditions,
    body: { kind: 'json', schema: versionBodySchema },
    answer: { kind: 'json', status: 200, schema: settingViewSchema },
    errors: [
      'VERSION_NOT_FOUND',
      'UNPROCESSABLE',
      'EGRESS_REFUSED',
      'PRECONDITION_FAILED',
      'CONFLICT',
    ],
  },
} as const satisfies Record<string, RouteSpec>;
