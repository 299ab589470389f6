import { z } from 'zod';
import { notFound } from '@vance/kernel';
import { stretchText } from '../core/result-text';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';
import { ToolResultStore } from '../tool-result-store';

/** Characters given at once when nothing is asked, and at most. */
const DEFAULT_LENGTH = 8_000;
const MAX_LENGTH = 24_000;

const parameters = z.strictObject({
  resultId: z.string().min(1).max(128),
  offset: z.int().min(0).optional().describe('Characters to skip, 0 when absent'),
  limit: z
    .int()
    .min(1)
    .max(MAX_LENGTH)
    .optional()
    .describe(`Characters, ${DEFAULT_LENGTH} when absent`),
});

/** Reads on in a result that was too large to be told whole. */
@ServerTool()
export class ToolResultReadTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'tool_result_read';
  readonly description =
    'Reads a stretch of an earlier tool result that was too large to be shown whole.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'discovery'];

  constructor(private readonly results: ToolResultStore) {}

  async run(
    { scope, processId }: ToolContext,
    { resultId, offset = 0, limit = DEFAULT_LENGTH }: z.infer<typeof parameters>,
  ) {
    const whole = await this.results.read(scope, processId, resultId);
    if (whole === null) throw notFound('stored result');
    return stretchText(whole, offset, limit);
  }
}
