import { Injectable } from '@nestjs/common';
import type { TenantScope } from '@vance/kernel';
import type { CatalogueLayer } from '@vance/llm';
import { BrokenDocuments } from '../broken/broken-documents';
import { faultsOf } from '../faults/document-fault';
import { Cascade } from '../cascade/cascade';
import { RevisionCache } from '../cascade/revision-cache';
import type { Revision } from '../settings/tenant-config';
import { modelFaults } from './model-faults';
import { ModelGrounds } from './model-grounds';
import { MODELS_PATH } from './models-path';

const BROKEN = 'a stored ai-models.yaml is broken; the layers below count';

/** What a tenant and a project say of models themselves, over what the product ships (1.12, 3.5). */
@Injectable()
export class ModelLayersService {
  private readonly parsed = new RevisionCache<readonly CatalogueLayer[]>();

  constructor(
    private readonly cascade: Cascade,
    private readonly grounds: ModelGrounds,
    private readonly broken: BrokenDocuments,
  ) {}

  /** The layers in the order they are laid over the shipped one; the same list for one revision. */
  layers(
    scope: TenantScope,
    project: string,
    config: Revision,
  ): Promise<readonly CatalogueLayer[]> {
    return this.parsed.get(scope, config, project, () => this.read(scope, project));
  }

  /** A layer that got in broken never stops a turn: the others count. */
  private async read(scope: TenantScope, project: string): Promise<readonly CatalogueLayer[]> {
    const texts = await this.cascade.layers(scope, project, MODELS_PATH);
    const own = texts.filter(({ layer }) => layer !== 'bundled').reverse();
    const { layers, broken } = this.grounds.layOver(own);
    for (const { text, faults } of broken) {
      const { layer, version } = text;
      const told = faultsOf(modelFaults.refusal(faults)).map(({ message }) => message);
      this.broken.note(scope, { project, path: MODELS_PATH, layer, version }, told, BROKEN);
    }
    return layers;
  }
}
