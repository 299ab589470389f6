import { z } from 'zod';
import { RagRepository } from '@vance/data';
import { corpusName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const DEFAULT_HITS = 5;
const MAX_HITS = 20;

const parameters = z.strictObject({
  corpus: corpusName,
  query: z.string().trim().min(1).max(500).describe('What to look for, in the words of the texts'),
  limit: z.int().min(1).max(MAX_HITS).optional().describe(`Passages, ${DEFAULT_HITS} when absent`),
});

/** Finds the passages of a corpus that fit a question best. */
@ServerTool()
export class RagQueryTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'rag_query';
  readonly description =
    'Finds the passages of a corpus that hold most of the words of a query, best first, with their source.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'rag'];

  constructor(private readonly rag: RagRepository) {}

  async run(
    { scope, project }: ToolContext,
    { corpus, query, limit = DEFAULT_HITS }: z.infer<typeof parameters>,
  ) {
    return {
      passages: await this.rag.search(scope, { project, corpus }, plainWords(query), limit),
    };
  }
}

/** Quotes and a leading minus mean something to the text search; a model means words. */
function plainWords(query: string): string {
  return query.replace(/"/g, ' ').replace(/(^|\s)-+/g, '$1');
}
