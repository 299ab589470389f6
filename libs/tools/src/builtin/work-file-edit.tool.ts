import { z } from 'zod';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';
import { workspaceError } from '../workspace/confine';
import { countOccurrences } from '../workspace/text';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  path: workspacePath.min(1),
  find: z.string().min(1).max(200_000).describe('Text that stands in the file exactly once'),
  replace: z.string().max(200_000),
});

/** Replaces one stretch of text in a file of the workspace. */
@ServerTool()
export class WorkFileEditTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_edit';
  readonly description =
    "Replaces a text that occurs exactly once in a file of the project's workspace.";
  readonly inputSchema = parameters;
  readonly labels = ['workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run({ scope, project }: ToolContext, { path, find, replace }: z.infer<typeof parameters>) {
    const workspace = this.workspaces.of(scope, project);
    const text = await workspace.readText(path);
    const count = countOccurrences(text, find);
    if (count === 0) throw workspaceError(`find: this text does not occur in ${path}.`);
    if (count > 1)
      throw workspaceError(
        `find: occurs ${count} times in ${path}; take more of the text around it.`,
      );
    await workspace.writeText(
      path,
      text.replace(find, () => replace),
    );
    return `Changed ${path}.`;
  }
}
