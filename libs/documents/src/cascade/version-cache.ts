import type { VersionRef } from '@vance/data';
import { Recent, type TenantScope } from '@vance/kernel';

/** What was made of one version of a document: it never changes, so it is kept as long as there is room. */
export class VersionCache<V> {
  private readonly kept: Recent<V>;

  constructor(most = 1_000) {
    this.kept = new Recent(most);
  }

  /** The result of `make`; null (nothing could be made of it) is not kept. */
  async get(
    { tenantId }: TenantScope,
    project: string,
    path: string,
    { layer, version }: VersionRef,
    make: () => Promise<V | null>,
  ): Promise<V | null> {
    const key = `${tenantId}/${layer}/${version}/${project}/${path}`;
    const known = this.kept.get(key);
    if (known !== undefined) return known;
    const made = await make();
    if (made !== null) this.kept.set(key, made);
    return made;
  }
}
