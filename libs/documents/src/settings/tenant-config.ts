import { Injectable } from '@nestjs/common';
import { TenantConfigRepository, type TenantConfigDocument } from '@vance/data';
import { budgetNames, Recent, type Budgets, type TenantScope } from '@vance/kernel';
import { SettingCatalogue } from './setting-catalogue';
import type { SettingValue } from './setting-definition';

/** Keys of the settings a turn is played by. */
export const settingKeys = {
  globalDefault: 'vance.engine.planMode.globalDefault',
  rejectPhrases: 'vance.engine.planMode.rejectPhrases',
  clientLabels: 'vance.tools.clientLabels',
  clientReadOnly: 'vance.tools.clientReadOnly',
  tracingContent: 'vance.tracing.content',
  tracingDays: 'vance.tracing.retentionDays',
} as const;

/** What a turn needs to know of its tenant, in one read. */
export interface TenantConfigView {
  /** Rises with every edit of a recipe, prompt or setting: what caches are keyed by. */
  readonly revision: number;
  /** An edit is under way somewhere: nothing read now may be kept under this revision. */
  readonly editing?: true;
  readonly planModeDefault: 'auto' | 'disabled';
  /** Absent: the engine's own list. */
  readonly rejectPhrases?: readonly string[];
  /** Whether a user's own client may label its tools read-only; else which of them count (1.13). */
  readonly clientLabels: {
    readonly mode: 'all' | 'allowlist';
    readonly readOnly: readonly string[];
  };
  /** The tenant's own limits; the platform's may be tighter. */
  readonly budgets: Budgets;
  /** Whether traces keep what was said, and for how many days they are kept. */
  readonly tracing: { readonly content: boolean; readonly retentionDays: number };
}

/** What caches are kept by. */
export type Revision = Pick<TenantConfigView, 'revision' | 'editing'>;

/** How often one process looks whether an edit was abandoned. */
const LOOK_MS = 10_000;

/** Reads a tenant's configuration: never cached, so a switch counts at the next action everywhere. */
@Injectable()
export class TenantConfig {
  /** The last view of each tenant: its settings cannot change without the revision, as both are one write. */
  private readonly views = new Recent<TenantConfigView>(5_000);

  /** Tenants whose edit under way was looked after lately. */
  private readonly looked = new Recent<true>(1_000);

  constructor(
    private readonly configs: TenantConfigRepository,
    private readonly catalogue: SettingCatalogue,
  ) {}

  /** Reads of one moment share a query. */
  async read(scope: TenantScope): Promise<TenantConfigView> {
    const config = await this.configs.read(scope);
    const last = this.views.get(scope.tenantId);
    const editing = isEditing(config);
    if (last !== undefined && last.revision === config?.revision && !editing) return last;
    const view = this.view(config);
    if (editing) {
      this.lookAfterEdits(scope);
      return view;
    }
    this.views.set(scope.tenantId, view);
    return view;
  }

  /** The newest revision that was read here: what was made of an older one has had its time. */
  seen({ tenantId }: TenantScope): number | undefined {
    return this.views.get(tenantId)?.revision;
  }

  /** What a stored configuration means; null: nothing was ever set. */
  view(config: TenantConfigDocument | null): TenantConfigView {
    const value = (key: string): SettingValue | undefined =>
      this.catalogue.read(key, config?.settings.find((setting) => setting.key === key)?.value);
    const phrases = value(settingKeys.rejectPhrases);
    const readOnly = value(settingKeys.clientReadOnly);
    const days = value(settingKeys.tracingDays);
    return {
      revision: config?.revision ?? 0,
      ...(isEditing(config) ? { editing: true } : {}),
      planModeDefault: value(settingKeys.globalDefault) === 'disabled' ? 'disabled' : 'auto',
      ...(isTexts(phrases) ? { rejectPhrases: phrases } : {}),
      clientLabels: {
        // An unknown word closes the door, it never opens it.
        mode: value(settingKeys.clientLabels) === 'all' ? 'all' : 'allowlist',
        readOnly: isTexts(readOnly) ? readOnly : [],
      },
      tracing: {
        content: value(settingKeys.tracingContent) === true,
        retentionDays: typeof days === 'number' ? days : 90,
      },
      budgets: Object.fromEntries(
        budgetNames.flatMap((name) => {
          const limit = value(`vance.budgets.${name}`);
          return typeof limit === 'number' ? [[name, limit]] : [];
        }),
      ),
    };
  }

  /** An edit whose process died is ended by whoever meets it. */
  private lookAfterEdits(scope: TenantScope): void {
    if (this.looked.get(scope.tenantId)) return;
    this.looked.set(scope.tenantId, true, LOOK_MS);
    void this.configs.endAbandoned(scope).catch(() => undefined);
  }
}

function isEditing(config: TenantConfigDocument | null): boolean {
  return (config?.edits?.length ?? 0) > 0;
}

function isTexts(value: SettingValue | undefined): value is readonly string[] {
  return Array.isArray(value);
}
