import { z } from 'zod';
import { isAvailable, RecipeService } from '@vance/documents';
import { selectTools } from '../core/selectors';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ name: z.string().min(1).max(64) });

/** Shows a recipe; of its tools only those that the asking process may use itself now (1.13). */
@ServerTool()
export class RecipeDescribeTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'recipe_describe';
  readonly description = 'Shows one recipe of the project.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'recipes'];

  constructor(private readonly recipes: RecipeService) {}

  async run({ scope, project, manifest }: ToolContext, { name }: z.infer<typeof parameters>) {
    const { recipe, layer, version } = await this.recipes.named(scope, project, name);
    const { title, description, engine, tags, params } = recipe;
    const { planMode, approval, model } = params;
    return {
      ...{ name, title, description, engine, available: isAvailable(engine) },
      ...{ tags, layer, version },
      params: { planMode, approval, model },
      tools: selectTools(manifest, recipe.tools).map((tool) => tool.name),
    };
  }
}
