import { Injectable } from '@nestjs/common';
import type { TenantConfigDocument } from '@vance/data';
import type { TenantScope } from '@vance/kernel';
import { Realtime, tenantChannel, type TenantMessage } from '@vance/realtime';
import { Audit } from '@vance/tenancy';
import { SettingCatalogue } from './setting-catalogue';
import type { Changed, SettingChange } from './setting-writer';
import { settingKeys, TenantConfig } from './tenant-config';

/** Who hears of a changed setting: the tenant's record of each, and every brain when plan mode comes or goes. */
@Injectable()
export class SettingNews {
  constructor(
    private readonly catalogue: SettingCatalogue,
    private readonly tenantConfig: TenantConfig,
    private readonly realtime: Realtime,
    private readonly audit: Audit,
  ) {}

  async tell(scope: TenantScope, change: SettingChange, changed: Changed): Promise<void> {
    const { before, config } = changed;
    // Whoever keeps something of the tenant's configuration for a moment sees here that it is old.
    await this.tenantConfig.read(scope);
    if (change.key === settingKeys.globalDefault && config !== undefined)
      await this.announce(scope, config);
    await this.record(scope, change, before?.value);
  }

  private async announce(scope: TenantScope, before: TenantConfigDocument | null): Promise<void> {
    const was = this.tenantConfig.view(before).planModeDefault;
    const { planModeDefault } = await this.tenantConfig.read(scope);
    if (was === planModeDefault) return;
    const available = planModeDefault !== 'disabled';
    const message: TenantMessage = { kind: 'plan-mode-availability', available };
    this.realtime.publish(tenantChannel(scope.tenantId), JSON.stringify(message));
  }

  private record(
    scope: TenantScope,
    { project, key, by: actor, value }: SettingChange,
    before: string | undefined,
  ): Promise<void> {
    const target = `${project}/${key}`;
    const data = { before: this.shown(key, before), after: this.shown(key, value) };
    return this.audit.record(scope, { actor, action: 'setting-changed', target, data });
  }

  /** A stored value as the record may have it. */
  private shown(key: string, json: string | undefined): string | { readonly set: true } | null {
    if (json === undefined) return null;
    return this.catalogue.isSecret(key) ? { set: true } : json;
  }
}
