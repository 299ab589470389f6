import type { Collection } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { inserted } from './duplicate-key';
import { tenantSchema, type TenantDocument } from './tenant.schema';

/**
 * The tenants themselves. Looks up by name without a scope, as it is asked before one is proven: by sign-in, and by
 * the platform's administrator.
 */
export class TenantRepository {
  private readonly rows: Collection<TenantDocument>;

  constructor(database: Database) {
    this.rows = database.collection('tenants', tenantSchema);
  }

  /** @returns false when the name is taken */
  create(tenant: TenantDocument): Promise<boolean> {
    return inserted(() => this.rows.insertOne({ ...tenant }));
  }

  /** The tenant of a scope. */
  find(scope: TenantScope): Promise<TenantDocument | null> {
    return this.rows.findOne({ _id: scope.tenantId });
  }

  /** Ids of all tenants, for the operator's own checks. */
  async ids(): Promise<readonly string[]> {
    const found = await this.rows.find({}, { projection: { _id: 1 } }).toArray();
    return found.map(({ _id }) => _id);
  }

  findByName(name: string): Promise<TenantDocument | null> {
    return this.rows.findOne({ name: { $eq: name } });
  }
}
