import { Schema } from 'mongoose';
import type { Collection } from 'mongodb';
import type { Database } from '../database';

/** A running brain, as far as others must know: whether it still lives. */
interface BrainDocument {
  readonly _id: string;
  /** Last sign of life, by the database's clock. */
  readonly at: Date;
}

const brainSchema = new Schema<BrainDocument>(
  { _id: { type: String, required: true }, at: { type: Date, required: true } },
  { collection: 'brains' },
);

/** Signs of life of brains; the platform's own, of no tenant. */
export class BrainRepository {
  private readonly rows: Collection<BrainDocument>;

  constructor(database: Database) {
    this.rows = database.collection('brains', brainSchema);
  }

  /** Says that a brain lives. */
  async beat(brainId: string): Promise<void> {
    await this.rows.updateOne(
      { _id: brainId },
      { $currentDate: { at: true } },
      { upsert: true, writeConcern: { w: 1 } },
    );
  }

  /** Brains without a sign of life for this long, by the database's clock. */
  async silentFor(ms: number): Promise<readonly string[]> {
    const silent = await this.rows
      .find({ $expr: { $lt: ['$at', { $subtract: ['$$NOW', ms] }] } })
      .project<{ _id: string }>({ _id: 1 })
      .toArray();
    return silent.map(({ _id }) => _id);
  }

  async forget(brainId: string): Promise<void> {
    await this.rows.deleteOne({ _id: brainId });
  }
}
