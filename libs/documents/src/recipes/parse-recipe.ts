import { parseYaml } from '@vance/config';
import { err, ok, type Result } from '@vance/kernel';
import { checkTemplate, describeFault } from '@vance/prompt-template';
import type { YamlRuleFault } from '../faults/yaml-faults';
import { recipeFaults } from './recipe-faults';
import { recipeSchema, type RecipeSource } from './recipe.schema';

/** Reads a recipe's YAML. @param name the name it is stored under */
export function parseRecipe(
  text: string,
  name: string,
): Result<RecipeSource, readonly YamlRuleFault[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, path = [], message } = parsed.error;
    return err([recipeFaults.at(line, path, message)]);
  }
  const { value, lineOf } = parsed.value;
  const recipe = recipeSchema.safeParse(value);
  if (!recipe.success) return err(recipeFaults.ofIssues(recipe.error.issues, lineOf));
  if (recipe.data.name !== name) {
    const rule = `must be ${name}, the name it is stored under`;
    return err([{ line: lineOf(['name']), key: 'name', rule, example: `name: ${name}` }]);
  }
  const faults = templatesOf(recipe.data).flatMap(({ path, text }) => {
    const checked = checkTemplate(text);
    if (checked.ok) return [];
    return checked.error.map((fault) =>
      recipeFaults.at(lineOf(path), path, `in its template, ${describeFault(fault)}`),
    );
  });
  return faults.length > 0 ? err(faults) : ok(recipe.data);
}

/** Every text of a recipe that is a template. */
export function templatesOf({ promptPrefix, profiles }: RecipeSource) {
  const all = [
    { path: ['promptPrefix'], text: promptPrefix },
    ...Object.entries(profiles).map(([name, profile]) => ({
      path: ['profiles', name, 'promptPrefix'],
      text: profile.promptPrefix,
    })),
  ];
  return all.flatMap(({ path, text }) => (text === undefined ? [] : [{ path, text }]));
}
