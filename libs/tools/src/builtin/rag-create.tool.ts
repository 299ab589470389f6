import { z } from 'zod';
import { RAG_LANGUAGES, RagRepository } from '@vance/data';
import { conflict } from '@vance/kernel';
import { corpusName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({
  corpus: corpusName,
  description: z.string().max(500).optional().describe('What it is about'),
  language: z
    .enum(RAG_LANGUAGES)
    .optional()
    .describe('Language of its texts; "none" (several, or another one) when absent'),
});

/** Makes an empty corpus. */
@ServerTool()
export class RagCreateTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'rag_create';
  readonly description =
    'Makes an empty corpus in the project, to be filled with texts and searched.';
  readonly inputSchema = parameters;
  readonly labels = ['rag'];

  constructor(private readonly rag: RagRepository) {}

  async run(
    { scope, project, userId: by }: ToolContext,
    { corpus, description = '', language = 'none' }: z.infer<typeof parameters>,
  ) {
    const about = { description, language, by };
    if (await this.rag.create(scope, { project, corpus }, about)) return `Created ${corpus}.`;
    throw conflict('ALREADY_EXISTS', `There is a corpus ${corpus} already: use it as it is.`);
  }
}
