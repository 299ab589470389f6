import type { Collection } from 'mongodb';
import type { Database } from '../database';
import { settingSchema, type SettingDocument } from './setting.schema';
import { tenantConfigSchema, type TenantConfigDocument } from './tenant-config.schema';

/** One stored setting of one tenant. */
export interface SettingRow {
  readonly tenantId: string;
  /** Absent: it stands in the tenant's own layer. */
  readonly project?: string;
  readonly key: string;
  /** JSON text. */
  readonly value: string;
}

/**
 * The platform's own care for settings of every tenant, whose meaning it leaves as it is. Nothing here is reachable
 * from a request.
 */
export class SettingUpkeepRepository {
  private readonly projects: Collection<SettingDocument>;
  private readonly tenants: Collection<TenantConfigDocument>;

  constructor(database: Database) {
    this.projects = database.collection('settings', settingSchema);
    this.tenants = database.collection('tenant_config', tenantConfigSchema);
  }

  /** Every setting of every tenant. */
  async *all(): AsyncGenerator<SettingRow> {
    for await (const { _id: tenantId, settings } of this.tenants.find({}))
      for (const { key, value } of settings) yield { tenantId, key, value };
    for await (const { tenantId, project, key, value } of this.projects.find({}))
      yield { tenantId, project, key, value };
  }

  /** Stores the same setting in other words. @returns false when somebody changed it meanwhile */
  async rewrite({ tenantId, project, key, value }: SettingRow, next: string): Promise<boolean> {
    const { matchedCount } =
      project === undefined
        ? await this.tenants.updateOne(
            { _id: tenantId, settings: { $elemMatch: { key, value } } },
            { $set: { 'settings.$.value': next } },
          )
        : await this.projects.updateOne(
            { tenantId, project, key, value },
            { $set: { value: next } },
          );
    return matchedCount === 1;
  }
}
