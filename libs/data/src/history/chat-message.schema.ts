import { Schema } from 'mongoose';
import type { ChatMessageRow } from '../process/process-document';

/** A row of `chat_messages`. Rows never change, but for the archive mark. */
export interface ChatMessageDocument extends Omit<ChatMessageRow, 'id'> {
  readonly _id: string;
  readonly tenantId: string;
  readonly processId: string;
  readonly archivedInMemoryId?: string;
}

const text = { type: String, required: true };

/** `chat_messages`: a process's history, numbered by the process's own writes. */
export const chatMessageSchema = new Schema<ChatMessageDocument>(
  {
    _id: text,
    tenantId: text,
    processId: text,
    n: { type: Number, required: true },
    role: text,
    content: String,
    at: { type: Date, required: true },
    tags: [String],
    meta: Schema.Types.Mixed,
    archivedInMemoryId: String,
  },
  { collection: 'chat_messages' },
);

// History in order, from either end; and no number twice.
chatMessageSchema.index({ processId: 1, n: 1 }, { unique: true, name: 'processId_n' });
