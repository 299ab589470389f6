import { Injectable } from '@nestjs/common';
import type { VersionRef } from '@vance/data';
import { Recent, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import type { Layer } from '@vance/protocol';
import { Audit, TENANT_PROJECT } from '@vance/tenancy';

/** Where a document stands that got in broken. */
export interface BrokenPlace extends VersionRef {
  readonly project: string;
  readonly path: string;
}

/** Is told of a broken document where it stands: in the project or in `_tenant`. */
export type BrokenListener = (
  scope: TenantScope,
  place: BrokenPlace,
  faults: readonly string[],
) => Promise<void>;

/** Most faults of one document that are told. */
const MAX_TOLD = 5;

/**
 * Documents that no check let in and that are broken all the same: the next layer counts, the log says so each time
 * one is met, and the tenant's record says so once per version and process, so that its admins find it.
 */
@Injectable()
export class BrokenDocuments {
  private readonly noted = new Recent<true>(10_000);

  private listener?: BrokenListener;

  constructor(
    private readonly audit: Audit,
    private readonly logger: Logger,
  ) {}

  /** Has somebody told beside log and record, once per version and process. */
  tell(listener: BrokenListener): void {
    this.listener = listener;
  }

  /**
   * @param faults in words, as their writer would be told them
   * @param consequence what happens instead, for the log
   */
  note(
    scope: TenantScope,
    place: BrokenPlace,
    faults: readonly string[],
    consequence: string,
  ): void {
    const { tenantId } = scope;
    const told = faults.slice(0, MAX_TOLD);
    this.logger.warn({ tenantId, ...place, faults: told }, consequence);
    const { project, path, layer, version } = place;
    // What the product ships is not a tenant's to mend.
    if (layer === 'bundled') return;
    const target = `${projectOf(layer, project)}/${path}`;
    const key = `${tenantId}/${target}/${version}`;
    if (this.noted.get(key)) return;
    this.noted.set(key, true);
    const data = { layer, version, faults: told };
    const row = { actor: 'server', action: 'configuration-broken' as const, target, data };
    const telling = this.listener?.(scope, { ...place, project: projectOf(layer, project) }, told);
    Promise.all([this.audit.record(scope, { ...row, outcome: 'refused' }), telling]).catch(
      (error: unknown) => {
        this.noted.delete(key);
        this.logger.warn(
          { tenantId, target, err: error },
          'a broken document is not on record yet',
        );
      },
    );
  }
}

function projectOf(layer: Layer, project: string): string {
  return layer === 'tenant' ? TENANT_PROJECT : project;
}
