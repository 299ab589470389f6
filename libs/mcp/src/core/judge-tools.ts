import { z } from 'zod';
import { err, ok, type Result } from '@vance/kernel';
import type { McpServerConfig } from '@vance/documents';
import { READ_ONLY_LABEL, schemaFault, type ToolDescriptor } from '@vance/tools';
import { functionName } from './function-name';

/** Tools of one server that count; what comes after is left out. */
export const MAX_TOOLS = 200;
const MAX_DESCRIPTION = 1_024;

/** The label of every tool that a tool server offers; each server has `mcp-<server>` beside it. */
const MCP_LABEL = 'mcp';

const listed = z.object({
  name: z.string().min(1).max(128),
  description: z.string().optional(),
  inputSchema: z.record(z.string(), z.unknown()),
});

/** One tool as the model sees it, and as its server calls it. */
export interface ServedTool {
  readonly descriptor: ToolDescriptor;
  readonly tool: string;
}

export interface JudgedTools {
  readonly tools: readonly ServedTool[];
  readonly leftOut: readonly { readonly name: string; readonly reason: string }[];
}

/**
 * What of a server's list may be offered, and as what. Whether a tool only reads is the administrator's word
 * (`readOnly`); the server's own hints are not looked at.
 */
export function judgeTools(
  server: string,
  config: Pick<McpServerConfig, 'readOnly' | 'allow' | 'deny'>,
  list: readonly unknown[],
): JudgedTools {
  const tools = new Map<string, ServedTool>();
  const leftOut: { name: string; reason: string }[] = [];
  for (const entry of list) {
    const parsed = listed.safeParse(entry);
    if (!parsed.success) {
      leftOut.push({ name: nameOf(entry), reason: 'malformed' });
      continue;
    }
    const { name } = parsed.data;
    if (!isWanted(config, name)) continue;
    const judged = judgeOne(server, config, parsed.data, tools);
    if (judged.ok) tools.set(judged.value.descriptor.name, judged.value);
    else leftOut.push({ name, reason: judged.error });
  }
  return { tools: [...tools.values()], leftOut };
}

function judgeOne(
  server: string,
  { readOnly }: Pick<McpServerConfig, 'readOnly'>,
  { name: tool, description, inputSchema }: z.infer<typeof listed>,
  known: ReadonlyMap<string, ServedTool>,
): Result<ServedTool, string> {
  const name = functionName(server, tool);
  if (known.has(name)) return err('its name is taken');
  if (known.size >= MAX_TOOLS) return err(`a server may offer at most ${MAX_TOOLS} tools`);
  const fault = schemaFault(inputSchema);
  if (fault !== undefined) return err(fault);
  const said = description?.trim().slice(0, MAX_DESCRIPTION);
  const labels = [
    MCP_LABEL,
    `mcp-${server}`,
    ...(readOnly.includes(tool) ? [READ_ONLY_LABEL] : []),
  ];
  const descriptor: ToolDescriptor = Object.freeze({
    name,
    description: said === undefined || said === '' ? `${tool} of the server ${server}` : said,
    inputSchema,
    labels: Object.freeze(labels),
    source: 'mcp',
  });
  return ok({ descriptor, tool });
}

function isWanted({ allow, deny }: Pick<McpServerConfig, 'allow' | 'deny'>, tool: string): boolean {
  return !deny.includes(tool) && (allow === undefined || allow.includes(tool));
}

function nameOf(entry: unknown): string {
  const named = z.object({ name: z.string() }).safeParse(entry);
  return named.success ? named.data.name.slice(0, 128) : '?';
}
