import type { DocumentCheck } from '../documents/document-checks';
import { parseRecipe } from './parse-recipe';
import { recipeFaults } from './recipe-faults';

const recipePath = /^recipes\/([a-z0-9][a-z0-9._-]{0,63})\.yaml$/;

/** The cascade path of a recipe. */
export function recipePathOf(name: string): string {
  return `recipes/${name}.yaml`;
}

/** The name of the recipe at a path, if it is one. */
export function recipeNameOf(path: string): string | undefined {
  return recipePath.exec(path)?.[1];
}

/** No broken recipe is stored, whichever door it comes through. */
export class RecipeCheck implements DocumentCheck {
  check(path: string, content: string): void {
    const name = recipeNameOf(path);
    if (name === undefined) return;
    const parsed = parseRecipe(content, name);
    if (!parsed.ok) throw recipeFaults.refusal(parsed.error);
  }
}
