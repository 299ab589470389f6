import type { z } from 'zod';
import { ProjectService } from '@vance/tenancy';
import { noParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Names the project this session belongs to. */
@ServerTool()
export class ProjectCurrentTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'project_current';
  readonly description = 'The project in which you work.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'projects'];

  constructor(private readonly projects: ProjectService) {}

  async run({ scope, project: name }: ToolContext) {
    const { title, createdAt } = await this.projects.get(scope, name);
    return { name, title, createdAt };
  }
}
