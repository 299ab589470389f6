import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { inserted } from './duplicate-key';
import { idempotencySchema, type IdempotencyDocument } from './idempotency.schema';

/** Seconds after which a request without an answer counts as dead. */
const ABANDONED_SECONDS = 60;

/** First answers by key. */
export class IdempotencyRepository {
  private readonly rows: Collection<IdempotencyDocument>;

  constructor(database: Database) {
    this.rows = database.collection('idempotency', idempotencySchema);
  }

  /** Claims a key: null when it is the caller's to answer now, else what stands under it. */
  async claim(
    scope: TenantScope,
    claim: { readonly id: string; readonly bodyHash: string; readonly attempt: string },
  ): Promise<IdempotencyDocument | null> {
    const { tenantId } = scope;
    const { id, bodyHash, attempt } = claim;
    // No row has this attempt yet: an upsert is an insert here, by the database's clock.
    const insert = {
      $setOnInsert: { tenantId, bodyHash },
      $currentDate: { startedAt: true },
    } as const;
    const claimed = () => this.rows.updateOne({ _id: id, attempt }, insert, { upsert: true });
    if (await inserted(claimed)) return null;
    const taken = await this.rows.findOneAndUpdate(
      {
        ...{ _id: id, tenantId, bodyHash, answer: { $exists: false } },
        $expr: { $lt: [ABANDONED_SECONDS, secondsSince('$startedAt')] },
      },
      { $set: { attempt }, $currentDate: { startedAt: true } },
    );
    if (taken !== null) return null;
    return this.rows.findOne({ _id: id, tenantId });
  }

  /** Keeps the answer of the attempt that still holds the key. */
  async answer(
    scope: TenantScope,
    held: { readonly id: string; readonly attempt: string },
    answer: { readonly status: number; readonly body: string },
  ): Promise<void> {
    await this.rows.updateOne(
      { _id: held.id, tenantId: scope.tenantId, attempt: held.attempt },
      { $set: { answer } },
    );
  }

  /** Frees the key: the request failed in a way that may be tried again. */
  async release(
    scope: TenantScope,
    held: { readonly id: string; readonly attempt: string },
  ): Promise<void> {
    await this.rows.deleteOne({
      _id: held.id,
      tenantId: scope.tenantId,
      attempt: held.attempt,
      answer: { $exists: false },
    });
  }
}

function secondsSince(field: string): Document {
  return { $dateDiff: { startDate: field, endDate: '$$NOW', unit: 'second' } };
}
