import { Schema } from 'mongoose';
import type { Role } from '@vance/protocol';

/** A person or service of a tenant that can sign in. */
export interface UserDocument {
  readonly _id: string;
  readonly tenantId: string;
  readonly username: string;
  readonly passwordHash: string;
  readonly roles: readonly Role[];
  readonly createdAt: Date;
}

const text = { type: String, required: true };

/** `users`. */
export const userSchema = new Schema<UserDocument>({
  _id: text,
  tenantId: text,
  username: text,
  passwordHash: text,
  roles: { type: [String], required: true },
  createdAt: { type: Date, required: true },
});

// Sign-in by name, the list in order of names.
userSchema.index({ tenantId: 1, username: 1 }, { unique: true });
