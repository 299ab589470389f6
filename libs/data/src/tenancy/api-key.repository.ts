import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { apiKeySchema, type ApiKeyDocument } from './api-key.schema';
import type { NamePage } from './page';

/** API keys by hash. A key's own hash proves its tenant, so `find` takes no scope. */
export class ApiKeyRepository {
  private readonly rows: Collection<ApiKeyDocument>;

  constructor(database: Database) {
    this.rows = database.collection('api_keys', apiKeySchema);
  }

  async create(scope: TenantScope, key: Omit<ApiKeyDocument, 'tenantId'>): Promise<void> {
    await this.rows.insertOne({ ...key, tenantId: scope.tenantId });
  }

  find(hash: string): Promise<ApiKeyDocument | null> {
    return this.rows.findOne({ _id: { $eq: hash } });
  }

  /** A user's keys, in order of their ids. */
  list(
    scope: TenantScope,
    userId: string,
    { limit, after }: NamePage,
  ): Promise<readonly ApiKeyDocument[]> {
    const filter: Document = { tenantId: scope.tenantId, userId: { $eq: userId } };
    if (after !== undefined) filter['keyId'] = { $gt: after };
    return this.rows.find(filter).sort({ keyId: 1 }).limit(limit).toArray();
  }

  count(scope: TenantScope, userId: string): Promise<number> {
    return this.rows.countDocuments({ tenantId: scope.tenantId, userId: { $eq: userId } });
  }

  /** @returns the key that was, or null */
  delete(scope: TenantScope, userId: string, keyId: string): Promise<ApiKeyDocument | null> {
    return this.rows.findOneAndDelete({
      tenantId: scope.tenantId,
      userId: { $eq: userId },
      keyId: { $eq: keyId },
    });
  }
}
