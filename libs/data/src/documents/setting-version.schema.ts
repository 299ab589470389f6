import { Schema } from 'mongoose';

/** A value that a setting once had in one layer, or its removal. */
export interface SettingVersionDocument {
  /** Derived from tenant, project, key and version. */
  readonly _id: string;
  readonly tenantId: string;
  /** `_tenant` for the tenant's layer. */
  readonly project: string;
  readonly key: string;
  /** Rises with every change of the key in this layer. */
  readonly version: number;
  /** JSON text; absent in a removal, and of a secret, whose former values are not kept. */
  readonly value?: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** Set by a removal. */
  readonly deletedAt?: Date;
}

const text = { type: String, required: true };

/** `setting_versions`: each value as it was when the next one replaced it, and each removal. */
export const settingVersionSchema = new Schema<SettingVersionDocument>({
  _id: text,
  tenantId: text,
  project: text,
  key: text,
  version: { type: Number, required: true },
  value: String,
  updatedAt: { type: Date, required: true },
  updatedBy: text,
  deletedAt: Date,
});

// The history of a key in a layer; no version of it twice.
settingVersionSchema.index({ tenantId: 1, project: 1, key: 1, version: -1 }, { unique: true });
