import type { Collection } from 'mongodb';
import { derivedId, type TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { insertedAs } from '../tenancy/duplicate-key';
import { settingSchema, type SettingDocument } from './setting.schema';

/** Where a setting of a project stands. */
export interface SettingKey {
  readonly project: string;
  readonly key: string;
}

/** Settings of projects. */
export class SettingRepository {
  private readonly rows: Collection<SettingDocument>;

  constructor(database: Database) {
    this.rows = database.collection('settings', settingSchema);
  }

  find(scope: TenantScope, key: SettingKey): Promise<SettingDocument | null> {
    return this.rows.findOne(idOf(scope, key));
  }

  list(scope: TenantScope, project: string): Promise<readonly SettingDocument[]> {
    const filter = { tenantId: scope.tenantId, project: { $eq: project } };
    return this.rows.find(filter).sort({ key: 1 }).toArray();
  }

  /**
   * Sets a value as the version `next` where it still has the version `version`; `null`: where it has none.
   * @returns false where somebody was faster
   */
  async put(
    scope: TenantScope,
    key: SettingKey,
    setting: { readonly value: string; readonly updatedBy: string; readonly updatedAt: Date },
    version: number | null,
    next: number,
  ): Promise<boolean> {
    const fields = { ...setting, version: next };
    const id = idOf(scope, key);
    if (version === null) {
      const row = { ...id, project: key.project, key: key.key, ...fields };
      return insertedAs(this.rows, row);
    }
    const { matchedCount } = await this.rows.updateOne({ ...id, version }, { $set: fields });
    return matchedCount === 1;
  }

  /** @returns false where it has another version, or none */
  async remove(scope: TenantScope, key: SettingKey, version: number): Promise<boolean> {
    const { deletedCount } = await this.rows.deleteOne({ ...idOf(scope, key), version });
    return deletedCount === 1;
  }
}

function idOf(scope: TenantScope, { project, key }: SettingKey): { _id: string; tenantId: string } {
  const { tenantId } = scope;
  return { _id: derivedId('set', tenantId, project, key), tenantId };
}
