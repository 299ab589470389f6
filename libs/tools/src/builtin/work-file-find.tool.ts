import { z } from 'zod';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';
import { pathMatcher } from '../workspace/path-matcher';
import type { WalkState } from '../workspace/walk';
import { Workspaces } from '../workspace/workspaces';

const MAX_FOUND = 300;

const parameters = z.strictObject({
  pattern: z.string().min(1).max(200).describe('Glob like "**/*.md", or a part of the name'),
  path: workspacePath.optional().describe('Folder to look in; the whole workspace when absent'),
});

/** Finds files of the workspace by name. */
@ServerTool()
export class WorkFileFindTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_find';
  readonly description =
    "Finds files in the project's workspace by a glob or a part of their name.";
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run(
    { scope, project, signal }: ToolContext,
    { pattern, path = '' }: z.infer<typeof parameters>,
  ) {
    const state: WalkState = { visited: 0, complete: true };
    const matches = pathMatcher(pattern);
    const files: string[] = [];
    for await (const file of this.workspaces.of(scope, project).walk(path, signal, state)) {
      if (!matches(file.path)) continue;
      if (files.length === MAX_FOUND) return { files, complete: false };
      files.push(file.path);
    }
    return { files, complete: state.complete };
  }
}
