import { Schema } from 'mongoose';

/** A value of the tenant's layer of the settings. */
export interface TenantSetting {
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  readonly updatedAt: Date;
  readonly updatedBy: string;
  /** The revision that its write made. */
  readonly version: number;
}

/** An edit under way somewhere: what it changes may or may not stand yet. */
export interface ConfigurationEdit {
  readonly id: string;
  /** By the database's clock. */
  readonly at: Date;
}

/**
 * The one small document a turn reads of its tenant: the tenant's own settings, and the revision that every
 * edit of a recipe, prompt or setting raises.
 */
export interface TenantConfigDocument {
  /** The tenant's id. */
  readonly _id: string;
  readonly revision: number;
  readonly settings: readonly TenantSetting[];
  /** While there are any, nothing that was read may be kept under this revision. */
  readonly edits?: readonly ConfigurationEdit[];
}

/** `tenant_config`. Always found by _id. */
export const tenantConfigSchema = new Schema<TenantConfigDocument>({
  _id: { type: String, required: true },
  revision: { type: Number, required: true },
  edits: [{ _id: false, id: { type: String, required: true }, at: { type: Date, required: true } }],
  settings: [
    {
      _id: false,
      key: { type: String, required: true },
      value: { type: String, required: true },
      updatedAt: { type: Date, required: true },
      updatedBy: { type: String, required: true },
      version: { type: Number, required: true },
    },
  ],
});
