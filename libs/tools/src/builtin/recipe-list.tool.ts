import type { z } from 'zod';
import { isAvailable, RecipeService } from '@vance/documents';
import { noParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Lists the recipes that count in the project. */
@ServerTool()
export class RecipeListTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'recipe_list';
  readonly description =
    'Lists the recipes of the project: what kinds of processes there are. Only available ones can be started.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'recipes'];

  constructor(private readonly recipes: RecipeService) {}

  async run({ scope, project }: ToolContext) {
    const found = await this.recipes.list(scope, project);
    return {
      recipes: found.map(({ recipe: { name, title, description, engine } }) => ({
        ...{ name, title, description, engine, available: isAvailable(engine) },
      })),
    };
  }
}
