import { parseYaml } from '@vance/config';
import type { CheckedPlace, DocumentCheck } from '../documents/document-checks';
import type { ModelGrounds } from '../models/model-grounds';
import { parseRecipe } from './parse-recipe';
import { recipeNameOf } from './recipe-check';
import { recipeFaults } from './recipe-faults';

/**
 * No recipe is stored whose model leads nowhere at its place. One whose alias goes later still counts: to put another
 * recipe in its place could loosen what it demands, so its turns say that the model cannot be used.
 */
export class RecipeModelCheck implements DocumentCheck {
  readonly countsAnyway = true;

  constructor(private readonly grounds: ModelGrounds) {}

  async check(path: string, content: string, place: CheckedPlace): Promise<void> {
    const name = recipeNameOf(path);
    if (name === undefined) return;
    const [parsed, yaml] = [parseRecipe(content, name), parseYaml(content)];
    if (!parsed.ok || !yaml.ok) return;
    const { params, profiles } = parsed.value;
    const named = [
      { path: ['params', 'model'], model: params.model },
      ...Object.entries(profiles).map(([profile, own]) => ({
        path: ['profiles', profile, 'params', 'model'],
        model: own.params?.model,
      })),
    ].filter(({ model }) => model !== undefined);
    if (named.length === 0) return;
    const { below, providers } = await this.grounds.at(place);
    const faults = named.flatMap(({ path: key, model = '' }) => {
      const fault = below.faultOf(model, providers);
      return fault === undefined ? [] : [recipeFaults.at(yaml.value.lineOf(key), key, fault)];
    });
    if (faults.length > 0) throw recipeFaults.refusal(faults);
  }
}
