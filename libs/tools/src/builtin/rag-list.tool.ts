import { z } from 'zod';
import { RagRepository } from '@vance/data';
import { corpusName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  corpus: corpusName.optional().describe('Lists the sources of this one'),
});

/** Lists the corpora of a project, or what one of them holds. */
@ServerTool()
export class RagListTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'rag_list';
  readonly description =
    'Lists the corpora (collections of searchable passages) of the project, or the sources of one.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'rag'];

  constructor(private readonly rag: RagRepository) {}

  async run({ scope, project }: ToolContext, { corpus: wanted }: z.infer<typeof parameters>) {
    const corpora = await this.rag.list(scope, project);
    return {
      corpora: corpora
        .filter(({ name }) => wanted === undefined || name === wanted)
        .map(({ name, description, language, sources }) => ({
          ...{ name, description, language },
          passages: sources.reduce((sum, { passages }) => sum + passages, 0),
          sources: wanted === undefined ? sources.length : sources.map(({ source }) => source),
        })),
    };
  }
}
