import type { z } from 'zod';
import { ManualService } from '@vance/documents';
import { noParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Lists the manuals that count in the project. */
@ServerTool()
export class ManualListTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'manual_list';
  readonly description = 'Lists the manuals you can read.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'manuals'];

  constructor(private readonly manuals: ManualService) {}

  async run({ scope, project }: ToolContext) {
    return { manuals: await this.manuals.list(scope, project) };
  }
}
