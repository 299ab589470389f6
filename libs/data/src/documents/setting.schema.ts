import { Schema } from 'mongoose';

/** A value of a project's layer of the settings; the tenant's layer is in `tenant_config`. */
export interface SettingDocument {
  /** Derived from tenant, project and key. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** Counts the changes of its key, removals too, so that no number ever means two values. */
  readonly version: number;
}

const text = { type: String, required: true };

/** `settings`. */
export const settingSchema = new Schema<SettingDocument>({
  _id: text,
  tenantId: text,
  project: text,
  key: text,
  value: text,
  updatedAt: { type: Date, required: true },
  updatedBy: text,
  version: { type: Number, required: true },
});

// All values of one project.
settingSchema.index({ tenantId: 1, project: 1, key: 1 }, { unique: true });
