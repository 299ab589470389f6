import { Schema } from 'mongoose';

/** The first answer to a request that carried an Idempotency-Key. */
export interface IdempotencyDocument {
  /** Derived from tenant, user, route and key. */
  readonly _id: string;
  readonly tenantId: string;
  readonly bodyHash: string;
  /** Names the attempt that runs or ran, so that a late one cannot overwrite its successor's answer. */
  readonly attempt: string;
  /** Absent while the first request runs. */
  readonly answer?: { readonly status: number; readonly body: string };
  readonly startedAt: Date;
}

const text = { type: String, required: true };

/** `idempotency`. */
export const idempotencySchema = new Schema<IdempotencyDocument>({
  _id: text,
  tenantId: text,
  bodyHash: text,
  attempt: text,
  answer: { type: { status: Number, body: String }, _id: false },
  startedAt: { type: Date, required: true },
});

// Kept for a day.
idempotencySchema.index({ startedAt: 1 }, { expireAfterSeconds: 86_400 });
