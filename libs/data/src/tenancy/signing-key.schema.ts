import { Schema } from 'mongoose';

/** A pair of keys that signs and proves access tokens; the platform's, not a tenant's. */
export interface SigningKeyDocument {
  /** The `kid` in a token's header. */
  readonly _id: string;
  /** Rises by one with each rotation; the highest signs. Unique, so two starting brains agree on one. */
  readonly generation: number;
  /** JWK as JSON. */
  readonly publicKey: string;
  /** JWK as JSON, sealed under the master key. */
  readonly sealedPrivateKey: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true };

/** `signing_keys`. */
export const signingKeySchema = new Schema<SigningKeyDocument>({
  _id: text,
  generation: { type: Number, required: true },
  publicKey: text,
  sealedPrivateKey: text,
  createdAt: { type: Date, required: true },
});

// The newest first; one key per generation.
signingKeySchema.index({ generation: -1 }, { unique: true });
