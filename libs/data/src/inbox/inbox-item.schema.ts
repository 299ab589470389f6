import { Schema } from 'mongoose';
import type { InboxAnswer, InboxItem, InboxStatus } from '@vance/protocol';

/** A question or result for one user (3.9). */
export interface InboxItemDocument extends Omit<InboxItem, 'itemId' | 'createdAt'> {
  readonly _id: string;
  readonly tenantId: string;
  readonly createdAt: Date;
}

/** What a write of a process does to an item, as its outbox carries it. */
export type InboxItemRow =
  | { readonly kind: 'added'; readonly item: InboxItem }
  | {
      readonly kind: 'closed';
      readonly itemId: string;
      readonly status: Exclude<InboxStatus, 'PENDING'>;
      readonly answer?: InboxAnswer;
    };

const text = { type: String, required: true };
const free = { type: Schema.Types.Mixed };

/** `inbox_items`. */
export const inboxItemSchema = new Schema<InboxItemDocument>(
  {
    _id: text,
    tenantId: text,
    type: text,
    status: text,
    tags: [String],
    title: text,
    assignedTo: text,
    project: text,
    sessionId: String,
    processId: String,
    payload: free,
    createdAt: { type: Date, required: true },
    answer: free,
  },
  { collection: 'inbox_items', minimize: false },
);

// A user's items, newest first.
inboxItemSchema.index({ tenantId: 1, assignedTo: 1, createdAt: -1, _id: -1 });
