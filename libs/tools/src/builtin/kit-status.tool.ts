import { z } from 'zod';
import type { KitHead } from '@vance/data';
import { KitService } from '@vance/kits';
import { kitName } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  name: kitName.optional().describe('Only this one, with what it brings'),
});

/** Tells which kits are staged, under way and applied. */
@ServerTool()
export class KitStatusTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'kit_status';
  readonly description =
    'Lists the kits (bundles of recipes, prompts, manuals, settings) of the project: staged, being applied, applied.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'kits'];

  constructor(private readonly kits: KitService) {}

  async run({ scope, project }: ToolContext, { name }: z.infer<typeof parameters>) {
    const kits = await this.kits.list(scope, project);
    const wanted = kits.filter((kit) => name === undefined || kit.name === name);
    return { kits: wanted.map((kit) => line(kit, name !== undefined)) };
  }
}

function line(kit: KitHead, whole: boolean) {
  const { name, version, description, hash, applying, applied, fault, paths, keys } = kit;
  return {
    ...{ name, version, description, hash, state: stateOf(kit) },
    ...(applied === undefined ? {} : { applied: { version: applied.version, hash: applied.hash } }),
    ...(fault === undefined ? {} : { fault, triedAgain: applying !== undefined }),
    ...(whole ? { files: paths, settings: keys } : { files: paths.length, settings: keys.length }),
  };
}

function stateOf({ hash, applying, applied }: KitHead): 'staged' | 'applying' | 'applied' {
  if (applying !== undefined) return 'applying';
  return applied?.hash === hash ? 'applied' : 'staged';
}
