import { z } from 'zod';
import { ScratchpadRepository } from '@vance/data';
import { jsonValueParameter, keyParameter } from '../core/parameters';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({ key: keyParameter, value: jsonValueParameter });

/** Keeps a note of this process. Setting the same twice is setting it once. */
@ServerTool()
export class ScratchpadSetTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'scratchpad_set';
  readonly description = 'Keeps a note for yourself under a key; replaces what was there.';
  readonly inputSchema = parameters;
  readonly labels = ['scratchpad'];
  readonly idempotent = true;

  constructor(private readonly scratchpad: ScratchpadRepository) {}

  async run({ scope, processId }: ToolContext, { key, value }: z.infer<typeof parameters>) {
    await this.scratchpad.set(scope, processId, key, JSON.stringify(value));
    return `Kept "${key}".`;
  }
}
