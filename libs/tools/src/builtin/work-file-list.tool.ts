import { z } from 'zod';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  path: workspacePath.optional().describe('Folder; the whole workspace when absent'),
});

/** Lists one folder of the project's workspace. */
@ServerTool()
export class WorkFileListTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_list';
  readonly description = "Lists the files and folders in one folder of the project's workspace.";
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run({ scope, project }: ToolContext, { path = '' }: z.infer<typeof parameters>) {
    return { path, ...(await this.workspaces.of(scope, project).list(path)) };
  }
}
