import { z } from 'zod';
import { ManualService } from '@vance/documents';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ name: z.string().min(1).max(64) });

/** Reads a manual. */
@ServerTool()
export class ManualReadTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'manual_read';
  readonly description = 'Reads one manual.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'manuals'];

  constructor(private readonly manuals: ManualService) {}

  async run({ scope, project }: ToolContext, { name }: z.infer<typeof parameters>) {
    const { content } = await this.manuals.read(scope, project, name);
    return content;
  }
}
