import { Schema } from 'mongoose';

/** One typed, directed relation between two things of a project: documents by their path, anything else by a name. */
export interface RelationDocument {
  /** Derived from all that it says, so that saying it twice is saying it once. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly from: string;
  readonly type: string;
  readonly to: string;
  readonly createdAt: Date;
  readonly createdBy: string;
}

const text = { type: String, required: true };

/** `relations`. Single ones are found by _id. */
export const relationSchema = new Schema<RelationDocument>({
  _id: text,
  tenantId: text,
  project: text,
  from: text,
  type: text,
  to: text,
  createdAt: { type: Date, required: true },
  createdBy: text,
});

// What goes out of a thing, and everything there is in order; count.
relationSchema.index({ tenantId: 1, project: 1, from: 1, type: 1, to: 1 });
// What leads to a thing.
relationSchema.index({ tenantId: 1, project: 1, to: 1, type: 1, from: 1 });
// Everything of one type.
relationSchema.index({ tenantId: 1, project: 1, type: 1 });
