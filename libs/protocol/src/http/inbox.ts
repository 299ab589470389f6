import { z } from 'zod';
import { inboxAnswerBodySchema, inboxItemSchema, inboxStatusSchema } from '../inbox';
import type { RouteSpec } from './route';
import { idSchema, pageOf, pageQuerySchema } from './shared';

const itemParams = z.object({ itemId: idSchema });

/** Questions and results for the caller (3.9). */
export const inboxRoutes = {
  listInbox: {
    method: 'GET',
    path: '/api/v1/inbox',
    summary: 'The caller’s items, newest first',
    permission: 'work',
    query: pageQuerySchema.extend({ status: inboxStatusSchema.optional() }),
    answer: { kind: 'json', status: 200, schema: pageOf(inboxItemSchema) },
  },
  getInboxItem: {
    method: 'GET',
    path: '/api/v1/inbox/{itemId}',
    summary: 'One item',
    permission: 'work',
    params: itemParams,
    answer: { kind: 'json', status: 200, schema: inboxItemSchema },
  },
  answerInboxItem: {
    method: 'POST',
    path: '/api/v1/inbox/{itemId}/answer',
    summary: 'Answer an item; the first answer counts',
    permission: 'work',
    params: itemParams,
    body: { kind: 'json', schema: inboxAnswerBodySchema },
    answer: { kind: 'json', status: 200, schema: inboxItemSchema },
    errors: [
      'INBOX_ITEM_CLOSED',
      'UNPROCESSABLE',
      'PLAN_ALREADY_DECIDED',
      'PLAN_VERSION_STALE',
      'PLAN_NOT_READY',
      'PROCESS_CLOSED',
      'PROCESS_BUSY',
    ],
  },
} as const satisfies Record<string, RouteSpec>;
