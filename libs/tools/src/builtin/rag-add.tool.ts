import { z } from 'zod';
import { RagRepository } from '@vance/data';
import { DocumentService } from '@vance/documents';
import { badRequest } from '@vance/kernel';
import { corpusName, documentPath } from '../core/parameters';
import { passagesOf } from '../core/passages';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z
  .strictObject({
    corpus: corpusName,
    path: documentPath.optional().describe('A document of the project to add'),
    text: z.string().min(1).max(1_000_000).optional().describe('Or the text itself'),
    source: z
      .string()
      .min(1)
      .max(512)
      .optional()
      .describe('Name of the text, shown with its passages; the path when absent'),
  })
  .refine(({ path, text }) => (path === undefined) !== (text === undefined), {
    message: 'give either path or text',
  })
  .refine(({ path, source }) => path !== undefined || source !== undefined, {
    message: 'a text needs a source',
    path: ['source'],
  });

/** Adds a text to a corpus, cut into passages; what was there under its name is replaced. */
@ServerTool()
export class RagAddTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'rag_add';
  readonly description =
    'Adds a document or a text to a corpus; a source that is there already is replaced.';
  readonly inputSchema = parameters;
  readonly labels = ['rag'];
  readonly idempotent = true;

  constructor(
    private readonly rag: RagRepository,
    private readonly documents: DocumentService,
  ) {}

  async run(
    { scope, project }: ToolContext,
    { corpus, path = '', text, source = path }: z.infer<typeof parameters>,
  ) {
    const whole = text ?? (await this.documents.read(scope, project, path)).content;
    const passages = passagesOf(whole);
    if (passages.length === 0) throw badRequest('There is nothing but blanks in this text.');
    const done = await this.rag.put(scope, { project, corpus }, source, passages);
    return `${done === 'added' ? 'Added' : 'Replaced'} ${source}: ${passages.length} passages.`;
  }
}
