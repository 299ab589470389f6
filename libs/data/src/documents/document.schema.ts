import { Schema } from 'mongoose';

/** A text in a project, or in the tenant's layer (project `_tenant`), in its last version. */
export interface DocumentDocument {
  /** Derived from tenant, project and path. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly path: string;
  readonly title?: string;
  readonly content: string;
  readonly bytes: number;
  /** SHA-256 of the content, hex. */
  readonly hash?: string;
  /** Counts writes and deletes of this path, so that no version number ever means two contents. */
  readonly version: number;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** Set by a delete, which is a version without a text. */
  readonly deletedAt?: Date;
  /** The version whose text this one brought back. */
  readonly restoredFrom?: number;
}

/** A document without its content. */
export type DocumentHead = Omit<DocumentDocument, 'content'>;

const text = { type: String, required: true };
const fields = {
  _id: text,
  tenantId: text,
  project: text,
  path: text,
  title: String,
  content: { type: String },
  bytes: { type: Number, required: true },
  hash: String,
  version: { type: Number, required: true },
  updatedAt: { type: Date, required: true },
  updatedBy: text,
  deletedAt: Date,
  restoredFrom: Number,
};

/** `documents`: the last version of each path. */
export const documentSchema = new Schema<DocumentDocument>(fields);

// Lists by prefix in order of paths. Single documents are found by _id.
documentSchema.index({ tenantId: 1, project: 1, path: 1 }, { unique: true });

/** `document_versions`: each version as it was when the next one replaced it; `_id` is derived from path and version. */
export const documentVersionSchema = new Schema<DocumentDocument>(fields);

// The history of a path; no version of it twice.
documentVersionSchema.index({ tenantId: 1, project: 1, path: 1, version: -1 }, { unique: true });
