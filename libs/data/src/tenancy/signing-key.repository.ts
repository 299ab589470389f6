import type { Collection } from 'mongodb';
import type { Database } from '../database';
import { inserted } from './duplicate-key';
import { signingKeySchema, type SigningKeyDocument } from './signing-key.schema';

/** The platform's signing keys: no tenant's, so no scope. */
export class SigningKeyRepository {
  private readonly rows: Collection<SigningKeyDocument>;

  constructor(database: Database) {
    this.rows = database.collection('signing_keys', signingKeySchema);
  }

  /** @returns false when someone else made this generation */
  create(key: SigningKeyDocument): Promise<boolean> {
    return inserted(() => this.rows.insertOne({ ...key }));
  }

  /** Stores a key's private half sealed anew. @returns false when somebody did so meanwhile */
  async reseal({ _id, sealedPrivateKey }: SigningKeyDocument, next: string): Promise<boolean> {
    const { matchedCount } = await this.rows.updateOne(
      { _id, sealedPrivateKey },
      { $set: { sealedPrivateKey: next } },
    );
    return matchedCount === 1;
  }

  /** The newest keys, the signing one first. */
  newest(limit: number): Promise<readonly SigningKeyDocument[]> {
    return this.rows.find({}).sort({ generation: -1 }).limit(limit).toArray();
  }
}
