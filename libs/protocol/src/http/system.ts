import { z } from 'zod';
import type { RouteSpec } from './route';
import { layerSchema, pageOf } from './shared';

export const toolViewSchema = z.object({
  name: z.string(),
  description: z.string(),
  inputSchema: z.record(z.string(), z.unknown()),
  labels: z.array(z.string()),
});
export const modelViewSchema = z.looseObject({
  model: z.string(),
  /** `tenant` where the tenant's own `ai-models.yaml` says something of it, else what the product ships. */
  layer: layerSchema.exclude(['project']),
  /** Whether the tenant can use it: there is a key of the platform or of its own. */
  usable: z.boolean(),
});

/** Catalogues, documents about the API, and what a platform asks of a server. */
export const systemRoutes = {
  listTools: {
    method: 'GET',
    path: '/api/v1/tools',
    summary: 'Server tools',
    permission: 'work',
    answer: { kind: 'json', status: 200, schema: pageOf(toolViewSchema) },
  },
  listModels: {
    method: 'GET',
    path: '/api/v1/models',
    summary: 'Models that are described, by the product and by the tenant',
    permission: 'work',
    answer: { kind: 'json', status: 200, schema: pageOf(modelViewSchema) },
  },
  openApi: {
    method: 'GET',
    path: '/api/openapi.json',
    summary: 'This document, OpenAPI',
    permission: 'public',
    answer: { kind: 'json', status: 200, schema: z.record(z.string(), z.unknown()) },
  },
  asyncApi: {
    method: 'GET',
    path: '/api/asyncapi.json',
    summary: 'The socket’s requests and events as an AsyncAPI document',
    permission: 'public',
    answer: { kind: 'json', status: 200, schema: z.record(z.string(), z.unknown()) },
  },
  docs: {
    method: 'GET',
    path: '/api/docs',
    summary: 'The routes as a page',
    permission: 'public',
    answer: { kind: 'text', status: 200, mediaType: 'text/html' },
  },
  healthz: {
    method: 'GET',
    path: '/healthz',
    summary: 'The process lives',
    permission: 'public',
    answer: { kind: 'json', status: 200, schema: z.object({ status: z.literal('ok') }) },
  },
  readyz: {
    method: 'GET',
    path: '/readyz',
    summary: 'Database and queue answer',
    permission: 'public',
    answer: {
      kind: 'json',
      status: 200,
      schema: z.object({
        status: z.literal('ready'),
        checks: z.record(z.string(), z.literal('ok')),
      }),
    },
    errors: ['UNAVAILABLE'],
  },
  metrics: {
    method: 'GET',
    path: '/metrics',
    summary: 'Prometheus metrics',
    permission: 'public',
    answer: { kind: 'text', status: 200, mediaType: 'text/plain' },
  },
} as const satisfies Record<string, RouteSpec>;
