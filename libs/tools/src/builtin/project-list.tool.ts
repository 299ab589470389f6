import type { z } from 'zod';
import { UserRepository, type ProjectDocument } from '@vance/data';
import { ProjectService } from '@vance/tenancy';
import { noParameters } from '../core/parameters';
import { visibleProjects } from '../core/visible-projects';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const MAX_PROJECTS = 500;

/** Lists the projects that the user may see. */
@ServerTool()
export class ProjectListTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'project_list';
  readonly description = 'Lists the projects that your user may see.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'projects'];

  constructor(
    private readonly projects: ProjectService,
    private readonly users: UserRepository,
  ) {}

  async run(context: ToolContext) {
    const found = await visibleProjects(this.projects, this.users, context, MAX_PROJECTS);
    return { projects: found.map((each) => line(each, context.project)) };
  }
}

function line({ name, title }: ProjectDocument, current: string) {
  return { name, title, current: name === current };
}
