import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { documentPath } from '../core/parameters';
import { toolAuthor } from '../core/tool-author';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({ path: documentPath });

/** Deletes a document of the project. */
@ServerTool()
export class DocDeleteTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_delete';
  readonly description = 'Deletes a document of the project.';
  readonly inputSchema = parameters;
  readonly labels = ['documents'];

  constructor(private readonly documents: DocumentService) {}

  async run(context: ToolContext, { path }: z.infer<typeof parameters>) {
    await this.documents.delete(context.scope, context.project, path, toolAuthor(context));
    return `Deleted ${path}.`;
  }
}
