import { Schema } from 'mongoose';

/** A bounded area in a tenant: documents, sessions, workspace. */
export interface ProjectDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly title: string;
  /** Ids of the users it was given to; a tenant's admins need not be among them. */
  readonly members: readonly string[];
  readonly createdAt: Date;
  /** Set by a delete: it does not exist any more for anyone; its name stays taken. */
  readonly deletedAt?: Date;
}

const text = { type: String, required: true };

/** `projects`. */
export const projectSchema = new Schema<ProjectDocument>({
  _id: text,
  tenantId: text,
  name: text,
  title: { type: String, default: '' },
  members: { type: [String], required: true },
  createdAt: { type: Date, required: true },
  deletedAt: Date,
});

// A project by its name, the list in order of names.
projectSchema.index({ tenantId: 1, name: 1 }, { unique: true });
