import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { documentPath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ path: documentPath });

/** Reads a document of the project. */
@ServerTool()
export class DocReadTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_read';
  readonly description = 'Reads a document of the project.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'documents'];

  constructor(private readonly documents: DocumentService) {}

  async run({ scope, project }: ToolContext, { path }: z.infer<typeof parameters>) {
    const { content } = await this.documents.read(scope, project, path);
    return content;
  }
}
