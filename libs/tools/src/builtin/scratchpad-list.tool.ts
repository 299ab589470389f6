import type { z } from 'zod';
import { ScratchpadRepository } from '@vance/data';
import { noParameters } from '../core/parameters';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Lists the keys of this process's notes. */
@ServerTool()
export class ScratchpadListTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'scratchpad_list';
  readonly description = 'Lists the keys of your own notes with their sizes in bytes.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'scratchpad'];

  constructor(private readonly scratchpad: ScratchpadRepository) {}

  async run({ scope, processId }: ToolContext) {
    return { entries: await this.scratchpad.list(scope, processId) };
  }
}
