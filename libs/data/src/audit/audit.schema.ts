import { Schema } from 'mongoose';

/** One thing that someone did or tried (4.4). Rows are added, never changed. */
export interface AuditDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly at: Date;
  /** A user's id, or a name of ours (`worker`, `sign-in`). */
  readonly actor: string;
  /** For example `sign-in`, `setting-changed`, `plan-decided`, `tool-refused`. */
  readonly action: string;
  /** What it was done to: a process, a path, a user's name. */
  readonly target: string;
  readonly outcome: 'done' | 'refused';
  /** Plain JSON, small, no secrets. */
  readonly data: Readonly<Record<string, unknown>>;
  /** Its place in the tenant's chain, from 1. */
  readonly n: number;
  /** Hash of the row before it; empty for the first. */
  readonly previous: string;
  /** Of all the above, see `hashOf`. */
  readonly hash: string;
}

const text = { type: String, required: true };

/** `audit_log`, a chain of rows per tenant. */
export const auditSchema = new Schema<AuditDocument>({
  _id: text,
  tenantId: text,
  at: { type: Date, required: true },
  actor: text,
  action: text,
  target: { type: String, default: '' },
  outcome: text,
  data: { type: Schema.Types.Mixed, default: {} },
  n: { type: Number, required: true },
  previous: { type: String, default: '' },
  hash: text,
});

// A tenant's log, newest first; two rows never take one place.
auditSchema.index({ tenantId: 1, n: -1 }, { unique: true });
// One kind of row, or one person's, which may be few of very many.
auditSchema.index({ tenantId: 1, action: 1, n: -1 });
auditSchema.index({ tenantId: 1, actor: 1, n: -1 });

/** The last row of a tenant's chain, apart from the chain: what is cut off its end is noticed. */
export interface AuditHeadDocument {
  /** The tenant's id. */
  readonly _id: string;
  readonly n: number;
  readonly hash: string;
}

/** `audit_heads` */
export const auditHeadSchema = new Schema<AuditHeadDocument>({
  _id: text,
  n: { type: Number, required: true },
  hash: text,
});
