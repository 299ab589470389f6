import { Recent, type TenantScope } from '@vance/kernel';
import type { Revision } from '../settings/tenant-config';

/** What someone changed in the database by hand, past the product, is seen after this time all the same. */
const MAX_AGE_MS = 30_000;

/** Results that hold for one revision of a tenant's configuration; an edit makes the next one. None is kept while one is under way. */
export class RevisionCache<V> {
  private readonly kept: Recent<Promise<V>>;

  constructor(most = 5_000) {
    this.kept = new Recent(most);
  }

  /** The result under `key`, made once by `make` for all who ask meanwhile; failures are not kept. */
  get(
    scope: TenantScope,
    { revision, editing }: Revision,
    key: string,
    make: () => Promise<V>,
  ): Promise<V> {
    if (editing) return make();
    const full = `${scope.tenantId}/${revision}/${key}`;
    const known = this.kept.get(full);
    if (known !== undefined) return known;
    const made = make();
    this.kept.set(full, made, MAX_AGE_MS);
    made.catch(() => this.kept.delete(full));
    return made;
  }
}
