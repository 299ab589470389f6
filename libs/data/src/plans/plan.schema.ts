import { Schema } from 'mongoose';
import type { PlanVersion } from '@vance/protocol';

/** A row of `plans`: one proposed version; only verdicts and its archive mark are added later. */
export interface PlanDocument extends Omit<PlanVersion, 'proposedAt' | 'plan'> {
  /** `processId:version`. */
  readonly _id: string;
  readonly tenantId: string;
  readonly processId: string;
  /** The Markdown. */
  readonly plan: string;
  readonly proposedAt: Date;
}

const text = { type: String, required: true };

/** `plans`: every proposed version of every process. */
export const planSchema = new Schema<PlanDocument>(
  {
    _id: text,
    tenantId: text,
    processId: text,
    version: { type: Number, required: true },
    hash: text,
    goal: String,
    summary: String,
    plan: String,
    todos: [Schema.Types.Mixed],
    decisions: [Schema.Types.Mixed],
    proposedAt: { type: Date, required: true },
    archived: String,
  },
  { collection: 'plans' },
);

// All versions of a process, newest first.
planSchema.index({ processId: 1, version: -1 });
