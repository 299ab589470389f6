/** How a recipe's own words stand to the engine's prompt. */
export interface RecipePrompt {
  readonly promptPrefix?: string;
  readonly promptMode?: 'APPEND' | 'OVERWRITE';
}

/** The static text of a question: the mode's prompt and the recipe's words, the same from turn to turn. */
export function systemText(prompt: string, recipe: RecipePrompt): string {
  const own = recipe.promptPrefix?.trim() ?? '';
  if (own === '') return prompt;
  return recipe.promptMode === 'OVERWRITE' ? own : `${prompt.trimEnd()}\n\n${own}`;
}
