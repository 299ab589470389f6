import { z } from 'zod';
import { notFound } from '@vance/kernel';
import { ServerTool } from '../server-tool';
import { READ_ONLY_LABEL, type Tool, type ToolContext } from '../tool';

const parameters = z.strictObject({ name: z.string().min(1).max(64) });

/** Shows one tool in full; a tool outside the manifest does not exist for it (1.13). */
@ServerTool()
export class DescribeToolTool implements Tool<z.infer<typeof parameters>> {
  readonly name = 'describe_tool';
  readonly description =
    'Shows the description and the parameters of one tool that you may use now.';
  readonly inputSchema = parameters;
  readonly labels = [READ_ONLY_LABEL, 'discovery'];

  async run({ manifest }: ToolContext, { name }: z.infer<typeof parameters>) {
    const tool = manifest.find((candidate) => candidate.name === name);
    if (tool === undefined) throw notFound('tool that you may use now');
    const { description, inputSchema, labels } = tool;
    return { name, description, inputSchema, labels };
  }
}
