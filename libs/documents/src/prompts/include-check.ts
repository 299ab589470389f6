import { parseYaml } from '@vance/config';
import { checkTemplate, describeFault } from '@vance/prompt-template';
import type { Cascade } from '../cascade/cascade';
import type { CheckedPlace, DocumentCheck } from '../documents/document-checks';
import { parseRecipe, templatesOf } from '../recipes/parse-recipe';
import { recipeNameOf } from '../recipes/recipe-check';
import { recipeFaults } from '../recipes/recipe-faults';
import { IncludeFaults } from './include-faults';
import { isPrompt } from './prompt-paths';
import { templateInvalid } from './template-faults';

/**
 * No prompt and no words of a recipe are stored that include what is not there, or themselves. What is included can go
 * later: then rendering decides, as before.
 */
export class IncludeCheck implements DocumentCheck {
  readonly countsAnyway = true;
  private readonly includes: IncludeFaults;

  constructor(cascade: Cascade) {
    this.includes = new IncludeFaults(cascade);
  }

  async check(path: string, content: string, place: CheckedPlace): Promise<void> {
    if (isPrompt(path)) await this.checkPrompt(path, content, place);
    const recipe = recipeNameOf(path);
    if (recipe !== undefined) await this.checkRecipe(recipe, content, place);
  }

  private async checkPrompt(path: string, content: string, place: CheckedPlace): Promise<void> {
    const checked = checkTemplate(content);
    if (!checked.ok) return;
    const faults = await this.includes.of(checked.value, place, path);
    if (faults.length > 0) throw templateInvalid(faults);
  }

  private async checkRecipe(name: string, content: string, place: CheckedPlace): Promise<void> {
    const [parsed, yaml] = [parseRecipe(content, name), parseYaml(content)];
    if (!parsed.ok || !yaml.ok) return;
    const { lineOf } = yaml.value;
    const told = await Promise.all(
      templatesOf(parsed.value).map(async ({ path, text }) => {
        const checked = checkTemplate(text);
        const faults = checked.ok ? await this.includes.of(checked.value, place) : [];
        return faults.map((fault) =>
          recipeFaults.at(lineOf(path), path, `in its template, ${describeFault(fault)}`),
        );
      }),
    );
    const faults = told.flat();
    if (faults.length > 0) throw recipeFaults.refusal(faults);
  }
}
