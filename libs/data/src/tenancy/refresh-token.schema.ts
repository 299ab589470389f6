import { Schema } from 'mongoose';

/** A refresh token, by its hash: the token itself is known to its holder alone. */
export interface RefreshTokenDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly userId: string;
  /** One sign-in with all the tokens that came from it by rotation. */
  readonly family: string;
  readonly expiresAt: Date;
  /** Set when it was swapped for the next one; who shows it again has stolen it, or was robbed. */
  readonly usedAt?: Date;
}

const text = { type: String, required: true };

/** `refresh_tokens`. */
export const refreshTokenSchema = new Schema<RefreshTokenDocument>({
  _id: text,
  tenantId: text,
  userId: text,
  family: text,
  expiresAt: { type: Date, required: true },
  usedAt: Date,
});

// Sign-out and theft end a whole family; a removed user's tokens go together.
refreshTokenSchema.index({ tenantId: 1, family: 1 });
refreshTokenSchema.index({ tenantId: 1, userId: 1 });
// Forgotten a day after they ran out.
refreshTokenSchema.index({ expiresAt: 1 }, { expireAfterSeconds: 86_400 });
