import { z } from 'zod';
import { ScratchpadRepository } from '@vance/data';
import { keyParameter } from '../core/parameters';
import { storedValue } from '../core/stored-value';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ key: keyParameter });

/** Reads one note of this process. */
@ServerTool()
export class ScratchpadGetTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'scratchpad_get';
  readonly description = 'Reads one of your own notes. They last as long as this conversation.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'scratchpad'];

  constructor(private readonly scratchpad: ScratchpadRepository) {}

  async run({ scope, processId }: ToolContext, { key }: z.infer<typeof parameters>) {
    return storedValue(key, await this.scratchpad.get(scope, processId, key));
  }
}
