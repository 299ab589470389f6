import { z } from 'zod';
import { cutText } from '@vance/kernel';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';
import { lineMatcher } from '../workspace/line-matcher';
import { pathMatcher } from '../workspace/path-matcher';
import type { WalkState } from '../workspace/walk';
import { Workspaces } from '../workspace/workspaces';

const MAX_MATCHES = 200;
const MAX_MATCH_LENGTH = 240;

const parameters = z.strictObject({
  pattern: z.string().min(1).max(500).describe('Text to look for'),
  regex: z.boolean().optional().describe('Take the pattern as a regular expression (RE2 syntax)'),
  ignoreCase: z.boolean().optional(),
  glob: z
    .string()
    .min(1)
    .max(200)
    .optional()
    .describe('Only files whose path fits, for example "*.ts"'),
  path: workspacePath.optional().describe('Folder to look in; the whole workspace when absent'),
});

/** Searches the text files of the workspace line by line. */
@ServerTool()
export class WorkFileGrepTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'work_file_grep';
  readonly description =
    "Searches the text files of the project's workspace; gives path, line number and line.";
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'workspace'];

  constructor(private readonly workspaces: Workspaces) {}

  async run(
    { scope, project, signal }: ToolContext,
    { pattern, regex = false, ignoreCase = false, glob, path = '' }: z.infer<typeof parameters>,
  ) {
    const workspace = this.workspaces.of(scope, project);
    const fits = lineMatcher(pattern, { regex, ignoreCase });
    const wanted = glob === undefined ? () => true : pathMatcher(glob);
    const state: WalkState = { visited: 0, complete: true };
    const found: string[] = [];
    for await (const file of workspace.walk(path, signal, state)) {
      if (!wanted(file.path)) continue;
      found.push(...matchesIn(file.path, await workspace.searchable(file), fits));
      if (found.length > MAX_MATCHES) break;
    }
    const complete = state.complete && found.length <= MAX_MATCHES;
    return report(found.slice(0, MAX_MATCHES), complete);
  }
}

function matchesIn(path: string, text: string, fits: (line: string) => boolean): string[] {
  const found: string[] = [];
  for (const [index, line] of text.split('\n').entries()) {
    if (fits(line)) found.push(`${path}:${index + 1}: ${cutText(line.trim(), MAX_MATCH_LENGTH)}`);
    if (found.length > MAX_MATCHES) break;
  }
  return found;
}

function report(lines: readonly string[], complete: boolean): string {
  if (lines.length === 0) return complete ? 'No match.' : 'No match in the part that was searched.';
  return complete
    ? lines.join('\n')
    : [...lines, '[There may be more: narrow the search.]'].join('\n');
}
