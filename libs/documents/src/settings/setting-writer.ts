import { Injectable } from '@nestjs/common';
import {
  meetsExpectation,
  SettingRepository,
  SettingVersionRepository,
  TenantConfigRepository,
  type DocumentExpectation,
  type SettingKey,
  type SettingVersionDocument,
  type TenantConfigDocument,
  type VersionPage,
} from '@vance/data';
import { notFound, type TenantScope } from '@vance/kernel';
import { TENANT_PROJECT } from '@vance/tenancy';
import { preconditionFailed } from '../documents/etag';

/** A value as it stands in one layer. */
export type OwnSetting = Pick<
  SettingVersionDocument,
  'version' | 'value' | 'updatedAt' | 'updatedBy'
>;

/** A change of one key in one layer. */
export interface SettingChange extends SettingKey {
  /** JSON text; absent: it is removed. */
  readonly value?: string;
  readonly by: string;
  readonly expected: DocumentExpectation;
  /** Its former values are not kept. */
  readonly secret: boolean;
}

/** What a change did. */
export interface Changed {
  /** What it replaced. */
  readonly before?: OwnSetting;
  /** The version it wrote, or, of a removal, filed. */
  readonly version: number;
  /** Of a change in the tenant's layer: the whole configuration before it. */
  readonly config?: TenantConfigDocument | null;
}

/**
 * Writes settings. What is replaced is filed first, so a crash loses no value; the write itself asks for the version
 * that was filed, so of several at once each replaces one and none is passed over.
 */
@Injectable()
export class SettingWriter {
  constructor(
    private readonly configs: TenantConfigRepository,
    private readonly settings: SettingRepository,
    private readonly versions: SettingVersionRepository,
  ) {}

  /** @throws DomainError PRECONDITION_FAILED; NOT_FOUND for a removal of what is not set */
  async change(scope: TenantScope, change: SettingChange): Promise<Changed> {
    for (;;) {
      const before = await this.own(scope, change);
      if (change.value === undefined && before === undefined) throw notFound('setting');
      if (!meetsExpectation(before?.version, change.expected)) throw preconditionFailed('setting');
      if (before !== undefined) await this.file(scope, change, before);
      const written = await this.write(scope, change, before);
      if (written !== undefined) return { before, ...written };
    }
  }

  /** What is set in this very layer. */
  async own(scope: TenantScope, { project, key }: SettingKey): Promise<OwnSetting | undefined> {
    if (project !== TENANT_PROJECT)
      return (await this.settings.find(scope, { project, key })) ?? undefined;
    const config = await this.configs.read(scope);
    return config?.settings.find((setting) => setting.key === key);
  }

  /** What the key was and is in this layer, newest first. */
  async history(
    scope: TenantScope,
    key: SettingKey,
    page: VersionPage,
  ): Promise<readonly (OwnSetting & Pick<SettingVersionDocument, 'deletedAt'>)[]> {
    const { limit, before = Infinity } = page;
    const own = await this.own(scope, key);
    const filed = await this.versions.list(scope, key, page);
    const standing = own !== undefined && own.version < before ? [own] : [];
    // A change under way has filed what still stands.
    const former = filed.filter(({ version }) => version !== own?.version);
    return [...standing, ...former].sort((a, b) => b.version - a.version).slice(0, limit);
  }

  /** The JSON text of one version; undefined for a removal, and for what is not kept. */
  async valueAt(scope: TenantScope, key: SettingKey, version: number): Promise<string | undefined> {
    const own = await this.own(scope, key);
    if (own?.version === version) return own.value;
    return (await this.versions.find(scope, key, version))?.value;
  }

  /** @returns undefined where somebody was faster */
  private async write(
    scope: TenantScope,
    change: SettingChange,
    before: OwnSetting | undefined,
  ): Promise<Omit<Changed, 'before'> | undefined> {
    return change.project === TENANT_PROJECT
      ? this.writeTenant(scope, change, before)
      : this.writeProject(scope, change, before);
  }

  private async writeTenant(
    scope: TenantScope,
    change: SettingChange,
    before: OwnSetting | undefined,
  ): Promise<Omit<Changed, 'before'> | undefined> {
    const { key, value, by } = change;
    const updatedAt = new Date();
    const replaced =
      value === undefined
        ? await this.configs.remove(scope, key, before?.version ?? 0)
        : await this.configs.put(
            scope,
            { key, value, updatedAt, updatedBy: by },
            before?.version ?? null,
          );
    if (replaced.kind === 'conflict') return undefined;
    const config = replaced.before;
    // A write of this layer makes the next revision its version.
    const version = (config?.revision ?? 0) + 1;
    if (value === undefined) await this.fileRemoval(scope, change, version);
    return { version, config };
  }

  private async writeProject(
    scope: TenantScope,
    change: SettingChange,
    before: OwnSetting | undefined,
  ): Promise<Omit<Changed, 'before'> | undefined> {
    const { value, by } = change;
    const [last] = await this.versions.list(scope, change, { limit: 1 });
    const next = 1 + Math.max(before?.version ?? 0, last?.version ?? 0);
    const write = () =>
      value === undefined
        ? this.settings.remove(scope, change, before?.version ?? 0)
        : this.settings.put(
            scope,
            change,
            { value, updatedAt: new Date(), updatedBy: by },
            before?.version ?? null,
            next,
          );
    if (!(await this.configs.edit(scope, write))) return undefined;
    if (value === undefined) await this.fileRemoval(scope, change, next);
    return { version: next };
  }

  private file(
    scope: TenantScope,
    { project, key, secret }: SettingChange,
    { version, value, updatedAt, updatedBy }: OwnSetting,
  ): Promise<void> {
    const kept = secret ? {} : { value };
    return this.versions.file(scope, { project, key, version, updatedAt, updatedBy, ...kept });
  }

  private fileRemoval(
    scope: TenantScope,
    { project, key, by }: SettingChange,
    version: number,
  ): Promise<void> {
    const now = new Date();
    const row = { project, key, version, updatedAt: now, updatedBy: by, deletedAt: now };
    return this.versions.file(scope, row);
  }
}
