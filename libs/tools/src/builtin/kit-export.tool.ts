import { z } from 'zod';
import { KitService, renderKit } from '@vance/kits';
import { kitName, workspacePath } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';
import { workspaceError } from '../workspace/confine';
import { Workspaces } from '../workspace/workspaces';

const parameters = z.strictObject({
  name: kitName,
  path: workspacePath.min(1).describe('A folder that is not there yet'),
  version: z.string().min(1).max(64).optional(),
  description: z.string().max(1_000).optional(),
});

/** Writes what the project has of its own into the workspace, as a kit. Secrets are never among it. */
@ServerTool()
export class KitExportTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'kit_export';
  readonly description =
    "Writes the project's own recipes, prompts, manuals, models and settings as a kit into a new folder of the workspace; of a kit that was applied here, what it brought.";
  readonly inputSchema = parameters;
  readonly labels = ['kits'];

  constructor(
    private readonly kits: KitService,
    private readonly workspaces: Workspaces,
  ) {}

  async run({ scope, project }: ToolContext, { path, ...manifest }: z.infer<typeof parameters>) {
    const workspace = this.workspaces.of(scope, project);
    if ((await workspace.kindOf(path)) !== 'nothing')
      throw workspaceError(`There is something at ${path} already; choose a new folder.`);
    const kit = await this.kits.export(scope, project, manifest);
    const folder = path.replace(/\/+$/, '');
    for (const file of renderKit(kit))
      await workspace.writeText(`${folder}/${file.path}`, file.content);
    const { name, version, hash, files, settings } = kit;
    return {
      exported: name,
      version,
      hash,
      path: folder,
      files: files.length,
      settings: settings.length,
    };
  }
}
