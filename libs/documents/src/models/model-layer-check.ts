import type { CheckedPlace, DocumentCheck } from '../documents/document-checks';
import { modelFaults } from './model-faults';
import type { ModelGrounds } from './model-grounds';
import { MODELS_PATH } from './models-path';
import { judgeModelLayer } from './parse-model-layer';

/** No broken `ai-models.yaml` is stored, and none with an alias that leads to no model. */
export class ModelLayerCheck implements DocumentCheck {
  constructor(private readonly grounds: ModelGrounds) {}

  async check(path: string, content: string, place: CheckedPlace): Promise<void> {
    if (path !== MODELS_PATH) return;
    const judged = judgeModelLayer(content, await this.grounds.under(place));
    if (!judged.ok) throw modelFaults.refusal(judged.error);
  }
}
