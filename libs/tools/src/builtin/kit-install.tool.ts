import { z } from 'zod';
import { KitService } from '@vance/kits';
import { kitFilesAt } from '../core/kit-files';
import { workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  path: workspacePath.describe('A folder with a kit.yaml, a .zip or a .tar.gz in the workspace'),
});

/** Takes a kit out of the workspace and stages it; nothing it brings counts before it is applied. */
@ServerTool()
export class KitInstallTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'kit_install';
  readonly description =
    'Checks a kit that lies in the workspace and stages it. What it brings counts only once an administrator has had it applied.';
  readonly inputSchema = parameters;
  readonly labels = ['kits'];
  readonly idempotent = true;

  constructor(
    private readonly kits: KitService,
    private readonly workspaces: Workspaces,
  ) {}

  async run({ scope, project, userId, signal }: ToolContext, { path }: z.infer<typeof parameters>) {
    const files = await kitFilesAt(this.workspaces.of(scope, project), path, signal);
    const kit = await this.kits.stage(scope, project, files, userId);
    const { name, version, description, hash, settings } = kit;
    return {
      ...{ staged: name, version, description, hash },
      files: kit.files.map((file) => file.path),
      settings: settings.map(({ key }) => key),
    };
  }
}
