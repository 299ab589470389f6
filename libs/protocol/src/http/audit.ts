import { z } from 'zod';
import { auditKindSchema } from '../audit-kinds';
import type { RouteSpec } from './route';
import { pageOf, pageQuerySchema } from './shared';

/** One thing that someone did or tried (4.4). */
export const auditRowSchema = z.object({
  auditId: z.string(),
  at: z.string(),
  /** A user's id, or a name of the server's own. */
  actor: z.string(),
  /** One of `auditKinds`, which says what `data` holds. */
  action: z.string(),
  target: z.string(),
  outcome: z.enum(['done', 'refused']),
  data: z.record(z.string(), z.unknown()),
  /** Its place in the tenant's chain, from 1, and what the next row names it by. */
  n: z.number().int(),
  hash: z.string(),
});

/** Which rows are asked for; `from` is included, `to` is not. */
const auditQuerySchema = pageQuerySchema.extend({
  action: auditKindSchema.optional(),
  actor: z.string().min(1).max(128).optional(),
  from: z.iso.datetime({ offset: true }).optional(),
  to: z.iso.datetime({ offset: true }).optional(),
});

/** The record of who did what. */
export const auditRoutes = {
  listAudit: {
    method: 'GET',
    path: '/api/v1/audit',
    summary: 'Who did or tried what, newest first',
    permission: 'administer',
    query: auditQuerySchema,
    answer: { kind: 'json', status: 200, schema: pageOf(auditRowSchema) },
  },
} as const satisfies Record<string, RouteSpec>;
