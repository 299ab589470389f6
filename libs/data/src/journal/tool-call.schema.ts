import { Schema } from 'mongoose';
import type { ToolCallRow } from '../process/process-document';

/** A row of `tool_calls`, the journal (4.4). */
export interface ToolCallDocument extends Omit<ToolCallRow, 'callId'> {
  /** The callId. */
  readonly _id: string;
  readonly tenantId: string;
  readonly processId: string;
  /** How far the state is on its way: a late projection of an earlier state changes nothing. */
  readonly rank: number;
}

const text = { type: String, required: true };

/** `tool_calls`: every call with its effect class and how it ended. */
export const toolCallSchema = new Schema<ToolCallDocument>(
  {
    _id: text,
    tenantId: text,
    processId: text,
    turnId: text,
    tool: text,
    effect: text,
    paramsHash: text,
    state: text,
    rank: { type: Number, required: true },
    startedAt: Date,
    endedAt: Date,
  },
  { collection: 'tool_calls' },
);

// The journal of a process, in time.
toolCallSchema.index({ processId: 1, startedAt: 1 });
