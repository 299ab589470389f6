import { Injectable } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { Egress } from '@vance/egress';
import type { TenantScope } from '@vance/kernel';
import type { ModelAccesses } from '@vance/llm';
import { RevisionCache } from '../cascade/revision-cache';
import { SettingCatalogue } from '../settings/setting-catalogue';
import { SettingSecrets } from '../settings/setting-secrets';
import { SettingsService } from '../settings/settings.service';
import type { Revision } from '../settings/tenant-config';
import { providerAccess } from './provider-access';

/** Providers that a tenant can have a key of its own for. */
const PROVIDERS = ['openai', 'gemini'] as const;

/** Keys and addresses of models that tenants and projects have of their own (4.5). */
@Injectable()
export class ModelAccessService {
  private readonly known = new RevisionCache<ModelAccesses | undefined>();
  private readonly platformUrls: Readonly<Record<(typeof PROVIDERS)[number], string | undefined>>;

  constructor(
    private readonly settings: SettingsService,
    private readonly catalogue: SettingCatalogue,
    private readonly secrets: SettingSecrets,
    private readonly egress: Egress,
    { openaiBaseUrl, geminiBaseUrl }: AppConfig,
  ) {
    this.platformUrls = { openai: openaiBaseUrl, gemini: geminiBaseUrl };
  }

  /** By provider; undefined where tenant and project have none. Opened once per revision, and kept in memory only. */
  accesses(
    scope: TenantScope,
    project: string,
    config: Revision,
  ): Promise<ModelAccesses | undefined> {
    return this.known.get(scope, config, project, () => this.read(scope, project));
  }

  private async read(scope: TenantScope, project: string): Promise<ModelAccesses | undefined> {
    const layers = await this.settings.layers(scope, project);
    const { tenantId } = scope;
    const accesses = PROVIDERS.flatMap((provider) => {
      const keys = {
        apiKey: `vance.models.${provider}.apiKey`,
        baseUrl: `vance.models.${provider}.baseUrl`,
      };
      const access = providerAccess(layers, keys, {
        platformBaseUrl: this.platformUrls[provider],
        open: ({ project: at, json }) =>
          this.secrets.open({ tenantId, project: at, key: keys.apiKey }, json),
        addressOf: ({ json }) => {
          const address = this.catalogue.read(keys.baseUrl, json);
          return typeof address === 'string' ? address : undefined;
        },
        fetch: this.egress.fetch,
      });
      return access === undefined ? [] : [[provider, access] as const];
    });
    return accesses.length === 0 ? undefined : new Map(accesses);
  }
}
