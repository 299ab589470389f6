import { z } from 'zod';
import { sessionViewSchema } from '../snapshot';
import { nameSchema, projectNameSchema } from '../ws';
import type { RouteSpec } from './route';
import { idSchema, limitSchema, pageOf, pageQuerySchema } from './shared';

export const sessionCreateSchema = z.strictObject({
  recipe: nameSchema.optional(),
  title: z.string().max(200).optional(),
  language: z.string().max(35).optional(),
});
export const sessionChangeSchema = z.strictObject({ title: z.string().max(200) });

/** A cursor in a query string: text, so that `1e3`, ` 7` and `0x1` are refused, not read as numbers. */
export const sinceSchema = z
  .string()
  .regex(/^(0|[1-9][0-9]{0,14})$/, 'a non-negative integer')
  .transform(Number);

export const eventPageSchema = z.object({
  items: z.array(z.looseObject({ seq: z.number().int(), type: z.string() })),
  lastSeq: z.number().int(),
});

const projectParams = z.object({ project: projectNameSchema });
const sessionParams = z.object({ sessionId: idSchema });

/** Sessions and their events (2.2). */
export const sessionRoutes = {
  listSessions: {
    method: 'GET',
    path: '/api/v1/projects/{project}/sessions',
    summary: "The caller's sessions in a project",
    permission: 'work',
    params: projectParams,
    query: pageQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(sessionViewSchema) },
  },
  createSession: {
    method: 'POST',
    path: '/api/v1/projects/{project}/sessions',
    summary: 'Create a session with its chat process',
    permission: 'work',
    // The tenant's layer holds no sessions, here as little as over the socket.
    params: z.object({ project: nameSchema }),
    body: { kind: 'json', schema: sessionCreateSchema },
    answer: { kind: 'json', status: 201, schema: sessionViewSchema },
    errors: ['ENGINE_NOT_AVAILABLE', 'RECIPE_INVALID', 'BUDGET_EXCEEDED'],
  },
  getSession: {
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}',
    summary: 'One session',
    permission: 'work',
    params: sessionParams,
    answer: { kind: 'json', status: 200, schema: sessionViewSchema },
  },
  changeSession: {
    method: 'PATCH',
    path: '/api/v1/sessions/{sessionId}',
    summary: 'Change the title',
    permission: 'work',
    params: sessionParams,
    body: { kind: 'json', schema: sessionChangeSchema },
    answer: { kind: 'json', status: 200, schema: sessionViewSchema },
  },
  removeSession: {
    method: 'DELETE',
    path: '/api/v1/sessions/{sessionId}',
    summary: 'Close the session and its processes',
    permission: 'work',
    params: sessionParams,
    answer: { kind: 'none', status: 204 },
  },
  listEvents: {
    method: 'GET',
    path: '/api/v1/sessions/{sessionId}/events',
    summary: 'Events after a cursor; a live feed with Accept: text/event-stream',
    permission: 'work',
    params: sessionParams,
    query: z.strictObject({
      since: sinceSchema.default(0),
      limit: limitSchema(500, 1000),
    }),
    headers: { 'Last-Event-ID': 'Goes before `since`: a feed that broke goes on behind it.' },
    answer: { kind: 'json', status: 200, schema: eventPageSchema, streams: true },
    errors: ['CURSOR_AHEAD', 'CURSOR_EXPIRED', 'TOO_MANY_REQUESTS'],
  },
} as const satisfies Record<string, RouteSpec>;
