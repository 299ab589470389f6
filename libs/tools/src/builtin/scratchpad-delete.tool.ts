import { z } from 'zod';
import { ScratchpadRepository } from '@vance/data';
import { keyParameter } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({ key: keyParameter });

/** Forgets a note of this process. */
@ServerTool()
export class ScratchpadDeleteTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'scratchpad_delete';
  readonly description = 'Deletes one of your own notes.';
  readonly inputSchema = parameters;
  readonly labels = ['scratchpad'];
  readonly idempotent = true;

  constructor(private readonly scratchpad: ScratchpadRepository) {}

  async run({ scope, processId }: ToolContext, { key }: z.infer<typeof parameters>) {
    const deleted = await this.scratchpad.delete(scope, processId, key);
    return deleted ? `Deleted "${key}".` : `There was no "${key}".`;
  }
}
