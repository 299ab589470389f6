import { z } from 'zod';
import { RagRepository } from '@vance/data';
import { corpusName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({
  corpus: corpusName,
  source: z
    .string()
    .min(1)
    .max(512)
    .optional()
    .describe('Only this one; the whole corpus when absent'),
});

/** Deletes a corpus, or a source in it. */
@ServerTool()
export class RagDeleteTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'rag_delete';
  readonly description = 'Deletes a corpus of the project, or one source of it.';
  readonly inputSchema = parameters;
  readonly labels = ['rag'];
  readonly idempotent = true;

  constructor(private readonly rag: RagRepository) {}

  async run({ scope, project }: ToolContext, { corpus, source }: z.infer<typeof parameters>) {
    const key = { project, corpus };
    const was =
      source === undefined
        ? await this.rag.remove(scope, key)
        : await this.rag.removeSource(scope, key, source);
    return was ? `Deleted ${source ?? corpus}.` : `There was no ${source ?? corpus}.`;
  }
}
