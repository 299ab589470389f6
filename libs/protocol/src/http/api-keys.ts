import { z } from 'zod';
import type { RouteSpec } from './route';
import { idSchema, pageOf, pageQuerySchema } from './shared';

export const apiKeyCreateSchema = z.strictObject({
  /** For people: what the key is for. */
  name: z.string().max(100).default(''),
});
export const apiKeyViewSchema = z.object({
  keyId: z.string(),
  name: z.string(),
  createdAt: z.string(),
});
export type ApiKeyView = z.infer<typeof apiKeyViewSchema>;
export const apiKeyCreatedSchema = apiKeyViewSchema.extend({
  /** The key itself: a bearer token, shown this once. */
  key: z.string(),
});

/** The caller's long-lived keys (2.1). */
export const apiKeyRoutes = {
  listApiKeys: {
    method: 'GET',
    path: '/api/v1/api-keys',
    summary: 'The caller’s API keys, without the keys themselves',
    permission: 'work',
    query: pageQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(apiKeyViewSchema) },
  },
  createApiKey: {
    method: 'POST',
    path: '/api/v1/api-keys',
    summary:
      'Make a long-lived key that works as a bearer token, here and at the socket, with the caller’s roles; it is shown once',
    permission: 'work',
    body: { kind: 'json', schema: apiKeyCreateSchema },
    answer: { kind: 'json', status: 201, schema: apiKeyCreatedSchema },
    showsSecret: true,
    errors: ['LIMIT_EXCEEDED'],
  },
  removeApiKey: {
    method: 'DELETE',
    path: '/api/v1/api-keys/{keyId}',
    summary: 'End a key; connections that came by it end within a minute',
    permission: 'work',
    params: z.object({ keyId: idSchema }),
    answer: { kind: 'none', status: 204 },
  },
} as const satisfies Record<string, RouteSpec>;
