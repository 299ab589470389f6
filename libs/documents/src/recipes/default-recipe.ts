import { availableEngines, type RecipeEngine } from './engine-params';
import { recipePathOf } from './recipe-check';

/** The engine of every session: no other ever began one. */
const ENGINE: RecipeEngine = availableEngines[0] ?? 'arthur';

/** The recipe that the product ships for an engine bears its name. */
export const DEFAULT_RECIPE = { name: ENGINE, path: recipePathOf(ENGINE) } as const;

/** The same of it in every tenant: the one that is shipped, whatever layers say. */
export const SHIPPED = { layer: 'bundled', version: 0 } as const;

/** What those are told who look for a recipe that sessions still name. */
export function goneFault(name: string): string {
  return `There is no recipe ${name} any more; sessions of it are played by ${DEFAULT_RECIPE.name} as it is shipped.`;
}
