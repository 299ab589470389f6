import { z } from 'zod';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';
import { DEFAULT_LINES, MAX_LINES, showLines } from '../workspace/text';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  path: workspacePath.min(1),
  offset: z.int().min(1).optional().describe('First line, counted from 1'),
  limit: z.int().min(1).max(MAX_LINES).optional().describe(`Lines, ${DEFAULT_LINES} when absent`),
});

/** Reads a text file of the project's workspace. */
@ServerTool()
export class WorkFileReadTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_read';
  readonly description = "Reads lines of a text file in the project's workspace on the server.";
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run(
    { scope, project }: ToolContext,
    { path, offset = 1, limit = DEFAULT_LINES }: z.infer<typeof parameters>,
  ) {
    const text = await this.workspaces.of(scope, project).readText(path);
    return showLines(text, offset, limit);
  }
}
