import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { documentPath } from '../core/parameters';
import { toolAuthor } from '../core/tool-author';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({
  path: documentPath,
  content: z.string().describe('The whole new text'),
  title: z.string().max(200).optional(),
});

/** Replaces the text of a document that is there. */
@ServerTool()
export class DocUpdateTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_update';
  readonly description = 'Replaces the whole text of an existing document in the project.';
  readonly inputSchema = parameters;
  readonly labels = ['documents'];

  constructor(private readonly documents: DocumentService) {}

  async run(context: ToolContext, { path, content, title }: z.infer<typeof parameters>) {
    const { scope, project } = context;
    const author = toolAuthor(context);
    await this.documents.write(scope, project, path, { content, title }, author, 'present');
    return `Updated ${path}.`;
  }
}
