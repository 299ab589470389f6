import type { z } from 'zod';
import { UserRepository } from '@vance/data';
import { DocumentService } from '@vance/documents';
import { ProjectService } from '@vance/tenancy';
import { noParameters } from '../core/parameters';
import { visibleProjects } from '../core/visible-projects';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const MAX_PROJECTS = 50;
const MAX_PATHS = 20;

/** Shows in which of the user's projects there are documents, and what they are called. */
@ServerTool()
export class CrossDocListProjectsTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'cross_doc_list_projects';
  readonly description =
    'Lists the projects that your user may see with the paths of their first documents.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'documents'];

  constructor(
    private readonly projects: ProjectService,
    private readonly users: UserRepository,
    private readonly documents: DocumentService,
  ) {}

  async run(context: ToolContext) {
    const { scope, project: current } = context;
    const found = await visibleProjects(this.projects, this.users, context, MAX_PROJECTS + 1);
    const projects = await Promise.all(
      found.slice(0, MAX_PROJECTS).map(async ({ name, title }) => {
        const heads = await this.documents.list(scope, name, '', { limit: MAX_PATHS + 1 });
        const documents = heads.slice(0, MAX_PATHS).map(({ path }) => path);
        const complete = heads.length <= MAX_PATHS;
        return { name, title, current: name === current, documents, complete };
      }),
    );
    return { projects, complete: found.length <= MAX_PROJECTS };
  }
}
