import { DomainError, derivedId, type TenantScope } from '@vance/kernel';
import { MongoServerError, type Collection } from 'mongodb';
import { Schema } from 'mongoose';
import type { Database } from '../database';

/** One value, kept as text under a key that is a field like any other: it may hold dots, `$` or emoji. */
export interface KeyedTextDocument {
  readonly _id: string;
  readonly tenantId: string;
  /** What the key belongs to: a process, a project. */
  readonly owner: string;
  readonly key: string;
  /** JSON text. */
  readonly value: string;
  readonly bytes: number;
  readonly updatedAt: Date;
}

/** A key without its value. */
export interface KeyedTextEntry {
  readonly key: string;
  readonly bytes: number;
  readonly updatedAt: Date;
}

/** Largest value in bytes, and most keys of one owner. */
export const MAX_VALUE_BYTES = 262_144;
export const MAX_KEYS = 1_000;

const DUPLICATE_KEY = 11_000;

const text = { type: String, required: true };

/** One schema per collection, as a schema belongs to one model. */
function keyedTextSchema(): Schema<KeyedTextDocument> {
  const schema = new Schema<KeyedTextDocument>({
    _id: text,
    tenantId: text,
    owner: text,
    key: text,
    value: { type: String },
    bytes: { type: Number, required: true },
    updatedAt: { type: Date, required: true },
  });
  // list: the keys of one owner in order. Single values are found by _id.
  schema.index({ tenantId: 1, owner: 1, key: 1 }, { unique: true });
  return schema;
}

/** Texts by owner and key. The last write wins; writing the same again changes nothing. */
export class KeyedTexts {
  private readonly rows: Collection<KeyedTextDocument>;

  constructor(
    database: Database,
    private readonly name: string,
  ) {
    this.rows = database.collection(name, keyedTextSchema());
  }

  async get(scope: TenantScope, owner: string, key: string): Promise<string | null> {
    const row = await this.rows.findOne(this.filter(scope, owner, key));
    return row?.value ?? null;
  }

  /** Stores `value`; a DomainError when it is too large or the owner has too many keys. */
  async set(scope: TenantScope, owner: string, key: string, value: string): Promise<void> {
    const bytes = Buffer.byteLength(value);
    if (bytes > MAX_VALUE_BYTES) {
      throw limit(`The value has ${bytes} bytes; at most ${MAX_VALUE_BYTES} are kept.`);
    }
    const filter = this.filter(scope, owner, key);
    const change = { $set: { value, bytes, updatedAt: new Date() } };
    const { matchedCount } = await this.rows.updateOne(filter, change);
    if (matchedCount > 0) return;
    if ((await this.count(scope, owner)) >= MAX_KEYS) {
      throw limit(`There are ${MAX_KEYS} keys already; delete some first.`);
    }
    await this.insert(filter, { ...change.$set, owner, key });
  }

  /** Whether there was something to delete. */
  async delete(scope: TenantScope, owner: string, key: string): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne(this.filter(scope, owner, key));
    return deletedCount > 0;
  }

  /** The keys of an owner, in order. */
  async list(scope: TenantScope, owner: string): Promise<KeyedTextEntry[]> {
    return this.rows
      .find({ tenantId: scope.tenantId, owner })
      .sort({ key: 1 })
      .limit(MAX_KEYS)
      .project<KeyedTextEntry>({ _id: 0, key: 1, bytes: 1, updatedAt: 1 })
      .toArray();
  }

  /** Adds the row; when another writer was faster, its row is changed instead. */
  private async insert(
    filter: Pick<KeyedTextDocument, '_id' | 'tenantId'>,
    fields: Omit<KeyedTextDocument, '_id' | 'tenantId'>,
  ): Promise<void> {
    try {
      await this.rows.updateOne(filter, { $set: fields }, { upsert: true });
    } catch (error) {
      if (!(error instanceof MongoServerError) || error.code !== DUPLICATE_KEY) throw error;
      await this.rows.updateOne(filter, { $set: fields });
    }
  }

  private count(scope: TenantScope, owner: string): Promise<number> {
    return this.rows.countDocuments({ tenantId: scope.tenantId, owner }, { limit: MAX_KEYS });
  }

  private filter(scope: TenantScope, owner: string, key: string) {
    const { tenantId } = scope;
    return { _id: derivedId(this.name, tenantId, owner, key), tenantId };
  }
}

function limit(message: string): DomainError {
  return new DomainError('LIMIT_EXCEEDED', message, { status: 422, fixer: 'model' });
}
