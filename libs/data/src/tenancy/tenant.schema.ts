import { Schema } from 'mongoose';

/** A customer. */
export interface TenantDocument {
  readonly _id: string;
  readonly name: string;
  readonly title: string;
  readonly createdAt: Date;
}

const text = { type: String, required: true };

/** `tenants`. */
export const tenantSchema = new Schema<TenantDocument>({
  _id: text,
  name: text,
  title: { type: String, default: '' },
  createdAt: { type: Date, required: true },
});

// Sign-in looks a tenant up by its name.
tenantSchema.index({ name: 1 }, { unique: true });
