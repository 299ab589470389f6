import { Schema } from 'mongoose';

/** A user's working context in a project. */
export interface SessionDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  /** Its owner: nobody else opens it. */
  readonly userId: string;
  readonly title: string;
  readonly language?: string;
  readonly recipe: string;
  readonly chatProcessId: string;
  readonly createdAt: Date;
  /** Set by a delete: it does not exist any more for anyone. */
  readonly deletedAt?: Date;
}

const text = { type: String, required: true };

/** `sessions`. */
export const sessionSchema = new Schema<SessionDocument>(
  {
    _id: text,
    tenantId: text,
    project: text,
    userId: text,
    title: { type: String, default: '' },
    language: String,
    recipe: text,
    chatProcessId: text,
    createdAt: { type: Date, required: true },
    deletedAt: Date,
  },
  { collection: 'sessions' },
);

// A user's sessions in a project, newest first.
sessionSchema.index({ tenantId: 1, project: 1, userId: 1, createdAt: -1, _id: -1 });
