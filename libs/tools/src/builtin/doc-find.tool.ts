import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  query: z.string().min(1).max(500).describe('Words that must all occur'),
});

/** Searches the documents of the project. */
@ServerTool()
export class DocFindTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_find';
  readonly description = 'Finds documents of the project by words in their path, title or text.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'documents'];

  constructor(private readonly documents: DocumentService) {}

  async run({ scope, project }: ToolContext, { query }: z.infer<typeof parameters>) {
    return { documents: await this.documents.find(scope, project, query) };
  }
}
