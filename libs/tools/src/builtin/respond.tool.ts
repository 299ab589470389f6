import { z } from 'zod';
import { ServerTool } from '../server-tool';
import type { Tool, ToolContext } from '../tool';

const parameters = z.strictObject({ text: z.string().min(1).max(100_000) });

/**
 * Gives a final text back to whoever runs the engine. Without a label on purpose: while a plan is explored there is no
 * final answer (1.13).
 */
@ServerTool()
export class RespondTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'respond';
  readonly description = 'Hands over a final text as the result of your work.';
  readonly inputSchema = parameters;
  readonly labels: readonly string[] = [];
  readonly idempotent = true;

  async run(_context: ToolContext, { text }: z.infer<typeof parameters>) {
    return text;
  }
}
