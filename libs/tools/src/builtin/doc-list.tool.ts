import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const MAX_LISTED = 300;

const parameters = z.strictObject({
  prefix: z.string().max(512).optional().describe('Beginning of the paths, for example "notes/"'),
});

/** Lists documents of the project. */
@ServerTool()
export class DocListTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_list';
  readonly description = 'Lists the documents of the project by path.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'documents'];

  constructor(private readonly documents: DocumentService) {}

  async run({ scope, project }: ToolContext, { prefix = '' }: z.infer<typeof parameters>) {
    const page = { limit: MAX_LISTED + 1 };
    const found = await this.documents.list(scope, project, prefix, page);
    const documents = found
      .slice(0, MAX_LISTED)
      .map(({ path, title, bytes, version }) => ({ path, title, bytes, version }));
    return { documents, complete: found.length <= MAX_LISTED };
  }
}
