import type { SettingRow, SettingUpkeepRepository } from '@vance/data';
import { TENANT_PROJECT } from '@vance/tenancy';
import type { SettingCatalogue } from './setting-catalogue';
import type { SecretPlace, SettingSecrets } from './setting-secrets';

/** What became of the secrets. */
export interface Resealed {
  readonly resealed: number;
  /** Sealed with the current key already. */
  readonly current: number;
  /** `tenant/project/key` of those that no key opens. */
  readonly unreadable: readonly string[];
}

type Resealing =
  | { readonly kind: 'sealed'; readonly next: string }
  | { readonly kind: 'current' }
  | { readonly kind: 'unreadable' };

/** Passes over all settings, should somebody set one meanwhile. */
const MAX_PASSES = 5;

/** Seals every tenant's secrets with the current master key, so that the former ones may go. Run it as often as you like. */
export class SecretRotation {
  constructor(
    private readonly rows: SettingUpkeepRepository,
    private readonly catalogue: SettingCatalogue,
    private readonly secrets: SettingSecrets,
  ) {}

  async run(): Promise<Resealed> {
    let resealed = 0;
    for (let pass = 1; ; pass += 1) {
      const done = await this.pass();
      resealed += done.resealed;
      if (done.missed === 0 || pass === MAX_PASSES) {
        const { unreadable } = done;
        return { resealed, current: done.current - (resealed - done.resealed), unreadable };
      }
    }
  }

  private async pass(): Promise<Resealed & { readonly missed: number }> {
    const unreadable: string[] = [];
    const counts = { resealed: 0, current: 0, missed: 0 };
    for await (const row of this.rows.all()) {
      if (!this.catalogue.holdsSecret(row.key)) continue;
      const place = placeOf(row);
      const done = this.reseal(place, row);
      if (done.kind === 'current') counts.current += 1;
      else if (done.kind === 'unreadable')
        unreadable.push(`${row.tenantId}/${place.project}/${row.key}`);
      else if (await this.rows.rewrite(row, done.next)) counts.resealed += 1;
      else counts.missed += 1;
    }
    return { ...counts, unreadable };
  }

  private reseal(place: SecretPlace, { value }: SettingRow): Resealing {
    try {
      const next = this.secrets.reseal(place, value);
      return next === null ? { kind: 'current' } : { kind: 'sealed', next };
    } catch {
      return { kind: 'unreadable' };
    }
  }
}

function placeOf({ tenantId, project = TENANT_PROJECT, key }: SettingRow): SecretPlace {
  return { tenantId, project, key };
}
