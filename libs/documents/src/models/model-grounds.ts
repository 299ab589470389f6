import { Injectable } from '@nestjs/common';
import { ModelGateway, type CatalogueLayer } from '@vance/llm';
import { TENANT_PROJECT } from '@vance/tenancy';
import { Cascade } from '../cascade/cascade';
import type { LayerText } from '../cascade/layer';
import type { CheckedPlace } from '../documents/document-checks';
import type { YamlRuleFault } from '../faults/yaml-faults';
import { MODELS_PATH } from './models-path';
import { judgeModelLayer, type ModelGround } from './parse-model-layer';

/** Layers of `ai-models.yaml`, each judged over those below it. */
export interface LaidOver extends ModelGround {
  /** The sound ones, the lowest first. */
  readonly layers: readonly CatalogueLayer[];
  readonly broken: readonly {
    readonly text: LayerText;
    readonly faults: readonly YamlRuleFault[];
  }[];
}

/** What models and aliases mean at a place: what is to be saved there is judged by it. */
@Injectable()
export class ModelGrounds {
  constructor(
    private readonly cascade: Cascade,
    private readonly gateway: ModelGateway,
  ) {}

  /** @param texts of tenants and projects, the lowest first; a broken one is passed over */
  layOver(texts: readonly LayerText[]): LaidOver {
    const providers = this.gateway.providerNames;
    const layers: CatalogueLayer[] = [];
    const broken: LaidOver['broken'][number][] = [];
    let below = this.gateway.catalogueWith([]);
    for (const text of texts) {
      const judged = judgeModelLayer(text.content, { below, providers });
      if (judged.ok) {
        layers.push(judged.value);
        below = below.with(judged.value);
      } else broken.push({ text, faults: judged.error });
    }
    return { below, providers, layers, broken };
  }

  /** What an `ai-models.yaml` of the place lies over. */
  async under(place: CheckedPlace): Promise<ModelGround> {
    return this.layOver((await this.texts(place)).filter(({ layer }) => layer !== levelOf(place)));
  }

  /** What a recipe of the place may name, with what is to be stored beside it. */
  async at(place: CheckedPlace): Promise<ModelGround> {
    const texts = await this.texts(place);
    const content = place.beside?.get(MODELS_PATH);
    if (content === undefined) return this.layOver(texts);
    const layer = levelOf(place);
    const others = texts.filter((text) => text.layer !== layer);
    return this.layOver([...others, { layer, version: 0, content }]);
  }

  private async texts({ scope, project }: CheckedPlace): Promise<readonly LayerText[]> {
    const texts = await this.cascade.layers(scope, project, MODELS_PATH);
    return texts.filter(({ layer }) => layer !== 'bundled').reverse();
  }
}

function levelOf({ project }: CheckedPlace): LayerText['layer'] {
  return project === TENANT_PROJECT ? 'tenant' : 'project';
}
