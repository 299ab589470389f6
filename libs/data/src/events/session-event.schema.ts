import { Schema } from 'mongoose';
import type { SessionEventRow } from './session-event';

const text = { type: String, required: true };

/** `session_events`: a session's numbered record, one row per outbox entry. */
export const sessionEventSchema = new Schema<SessionEventRow>(
  {
    _id: text,
    tenantId: text,
    sessionId: text,
    processId: text,
    processName: text,
    at: { type: Date, required: true },
    seq: { type: Number, required: true },
    last: { type: Number, required: true },
    events: { type: [Schema.Types.Mixed], required: true },
  },
  { collection: 'session_events' },
);

// Numbers without gaps or doubles (I5); the head and replay read it too.
sessionEventSchema.index({ sessionId: 1, seq: 1 }, { unique: true, name: 'sessionId_seq' });
// Retention: old rows, oldest first.
sessionEventSchema.index({ at: 1 });
