import type { z } from 'zod';
import { ProcessRepository } from '@vance/data';
import { noParameters } from '../core/parameters';
import { processLine } from '../core/process-facts';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

/** Lists the processes of this session. */
@ServerTool()
export class ProcessListTool implements Tool<z.infer<typeof noParameters>> {
  readonly name = 'process_list';
  readonly description = 'Lists the processes of this session with their status and mode.';
  readonly inputSchema = noParameters;
  readonly labels = [READ_ONLY_LABEL, 'process'];

  constructor(private readonly processes: ProcessRepository) {}

  async run({ scope, sessionId, userId }: ToolContext) {
    const found = await this.processes.ofSession(scope, sessionId);
    return { processes: found.filter((process) => process.userId === userId).map(processLine) };
  }
}
