import { z } from 'zod';
import { ProcessRepository } from '@vance/data';
import { notFound } from '@vance/kernel';
import { processFacts } from '../core/process-facts';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({
  processId: z.string().min(1).max(128).optional().describe('This process when absent'),
});

/** Shows one process of the same user, with its plan and todos. */
@ServerTool()
export class ProcessStatusTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'process_status';
  readonly description = 'Shows the status, mode, plan and todos of a process of yours.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'process'];

  constructor(private readonly processes: ProcessRepository) {}

  async run(context: ToolContext, { processId }: z.infer<typeof parameters>) {
    const process = await this.processes.find(context.scope, processId ?? context.processId);
    if (process === null || process.userId !== context.userId) throw notFound('process');
    return processFacts(process);
  }
}
