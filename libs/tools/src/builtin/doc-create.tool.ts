import { z } from 'zod';
import { DocumentService } from '@vance/documents';
import { DomainError, conflict } from '@vance/kernel';
import { documentPath } from '../core/parameters';
import { toolAuthor } from '../core/tool-author';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({
  path: documentPath,
  content: z.string(),
  title: z.string().max(200).optional(),
});

/** Makes a new document; never replaces one. */
@ServerTool()
export class DocCreateTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'doc_create';
  readonly description = 'Makes a new document in the project. Fails if there is one at this path.';
  readonly inputSchema = parameters;
  readonly labels = ['documents'];

  constructor(private readonly documents: DocumentService) {}

  async run(context: ToolContext, { path, content, title }: z.infer<typeof parameters>) {
    const { scope, project } = context;
    const author = toolAuthor(context);
    try {
      await this.documents.write(scope, project, path, { content, title }, author, 'absent');
    } catch (error) {
      throw isTaken(error) ? taken(path, context) : error;
    }
    return `Created ${path}.`;
  }
}

const isTaken = (error: unknown): boolean =>
  error instanceof DomainError && error.code === 'ALREADY_EXISTS';

function taken(path: string, { manifest }: ToolContext): DomainError {
  const canUpdate = manifest.some(({ name }) => name === 'doc_update');
  const hint = canUpdate ? 'change it with doc_update' : 'choose another path';
  return conflict('ALREADY_EXISTS', `There is a document at ${path} already: ${hint}.`);
}
