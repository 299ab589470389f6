import { z } from 'zod';
import { matchingTools } from '../core/find-tools';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  query: z.string().max(200).optional().describe('Words to look for; all tools when absent'),
});

/** Looks tools up by words; speaks of nothing outside the manifest (1.13). */
@ServerTool()
export class FindToolsTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'find_tools';
  readonly description = 'Finds tools that you may use now, by words in their name or description.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'discovery'];

  async run({ manifest }: ToolContext, { query = '' }: z.infer<typeof parameters>) {
    const tools = matchingTools(manifest, query).map(({ name, description, labels }) => ({
      ...{ name, description, labels },
    }));
    return { tools };
  }
}
