import { z } from 'zod';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  path: workspacePath.min(1),
  content: z.string().max(1_000_000),
});

/** Writes a whole file of the workspace. */
@ServerTool()
export class WorkFileWriteTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_write';
  readonly description =
    "Writes a text file in the project's workspace; makes folders, replaces what was there.";
  readonly inputSchema = parameters;
  readonly labels = ['workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run({ scope, project }: ToolContext, { path, content }: z.infer<typeof parameters>) {
    const outcome = await this.workspaces.of(scope, project).writeText(path, content);
    return `${outcome === 'created' ? 'Created' : 'Replaced'} ${path} (${Buffer.byteLength(content)} bytes).`;
  }
}
