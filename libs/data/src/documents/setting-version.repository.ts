import type { Collection } from 'mongodb';
import { derivedId, type TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { insertedAs } from '../tenancy/duplicate-key';
import type { VersionPage } from './document.repository';
import type { SettingKey } from './setting.repository';
import { settingVersionSchema, type SettingVersionDocument } from './setting-version.schema';

/** Former values of settings, in both layers: only ever added. */
export class SettingVersionRepository {
  private readonly rows: Collection<SettingVersionDocument>;

  constructor(database: Database) {
    this.rows = database.collection('setting_versions', settingVersionSchema);
  }

  /** Keeps a version; twice is as good as once. */
  async file(
    { tenantId }: TenantScope,
    version: Omit<SettingVersionDocument, '_id' | 'tenantId'>,
  ): Promise<void> {
    const { project, key } = version;
    const _id = derivedId('set', tenantId, project, key, String(version.version));
    await insertedAs(this.rows, { ...version, _id, tenantId });
  }

  /** Newest first. */
  list(
    scope: TenantScope,
    key: SettingKey,
    { limit, before }: VersionPage,
  ): Promise<SettingVersionDocument[]> {
    const below = before === undefined ? {} : { version: { $lt: before } };
    return this.rows
      .find({ ...filterOf(scope, key), ...below })
      .sort({ version: -1 })
      .limit(limit)
      .toArray();
  }

  find(
    scope: TenantScope,
    key: SettingKey,
    version: number,
  ): Promise<SettingVersionDocument | null> {
    return this.rows.findOne({ ...filterOf(scope, key), version });
  }
}

function filterOf({ tenantId }: TenantScope, { project, key }: SettingKey) {
  return { tenantId, project: { $eq: project }, key: { $eq: key } };
}
