import { Schema } from 'mongoose';

/** A user's long-lived key, by its hash: the key itself is known to its holder alone. */
export interface ApiKeyDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly userId: string;
  /** What it is called by where its hash should not be seen. */
  readonly keyId: string;
  readonly name: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true };

/** `api_keys`. */
export const apiKeySchema = new Schema<ApiKeyDocument>({
  _id: text,
  tenantId: text,
  userId: text,
  keyId: text,
  name: String,
  createdAt: { type: Date, required: true },
});

// A user's keys in order; one of them by its id.
apiKeySchema.index({ tenantId: 1, userId: 1, keyId: 1 }, { unique: true });
