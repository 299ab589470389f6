import { Schema } from 'mongoose';

/** What of a kit is kept: exactly what its hash says. */
export interface KitContent {
  readonly version: string;
  readonly description: string;
  /** SHA-256 of all it brings, hex. */
  readonly hash: string;
  readonly files: readonly { readonly path: string; readonly content: string }[];
  /** Values as JSON texts. */
  readonly settings: readonly { readonly key: string; readonly value: string }[];
}

/** What stood where a kit writes: the way back, where it turns out that the kit cannot be written whole. */
export interface KitBefore {
  /** Version 0: nothing. */
  readonly files: readonly { readonly path: string; readonly version: number }[];
  /** JSON text; null: nothing. */
  readonly settings: readonly { readonly key: string; readonly value: string | null }[];
}

/** A kit being written: the journal by which whoever comes after a crash finishes it. */
export interface KitApplication {
  readonly hash: string;
  readonly by: string;
  /** Whoever holds this token writes. */
  readonly token: string;
  /** By the database's clock; afterwards another may go on. */
  readonly until: Date;
  readonly tries: number;
  /** Kept before the first write. */
  readonly before?: KitBefore;
}

/** The kit as it was last applied. */
export interface AppliedKit {
  readonly version: string;
  readonly description: string;
  readonly hash: string;
  readonly by: string;
  readonly at: Date;
  /** What it brought: an export of the kit gives these. */
  readonly paths: readonly string[];
  readonly keys: readonly string[];
}

/** A kit of a project: staged, being applied, applied. */
export interface KitDocument extends KitContent {
  /** Derived from tenant, project and name. */
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly name: string;
  readonly stagedAt: Date;
  readonly stagedBy: string;
  readonly applying?: KitApplication;
  readonly applied?: AppliedKit;
  /** Why the last try to apply ended without success. */
  readonly fault?: string;
}

const text = { type: String, required: true };
const number = { type: Number, required: true };
const date = { type: Date, required: true };

/** `kits`. Single ones are found by _id. */
export const kitSchema = new Schema<KitDocument>({
  _id: text,
  tenantId: text,
  project: text,
  name: text,
  version: text,
  description: { type: String },
  hash: text,
  files: [{ _id: false, path: text, content: { type: String } }],
  settings: [{ _id: false, key: text, value: text }],
  stagedAt: date,
  stagedBy: text,
  applying: new Schema(
    { hash: text, by: text, token: text, until: date, tries: number, before: {} },
    { _id: false },
  ),
  applied: new Schema(
    {
      ...{ version: text, description: { type: String }, hash: text, by: text, at: date },
      ...{ paths: [String], keys: [String] },
    },
    { _id: false },
  ),
  fault: String,
});
// The kits of a project in order of names.
kitSchema.index({ tenantId: 1, project: 1, name: 1 }, { unique: true });
// Applications whose writer may be dead, of all tenants: the upkeep's query.
kitSchema.index({ 'applying.until': 1 }, { sparse: true });
