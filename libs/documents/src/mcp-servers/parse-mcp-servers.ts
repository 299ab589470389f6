import { parseYaml } from '@vance/config';
import { err, ok, type Result } from '@vance/kernel';
import type { YamlRuleFault } from '../faults/yaml-faults';
import { mcpServerFaults } from './mcp-server-faults';
import { mcpServersSchema, type McpServersLayer } from './mcp-servers.schema';

/** A layer with the lines its keys stand in. */
export interface ParsedMcpServers {
  readonly layer: McpServersLayer;
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** Reads one layer of `mcp-servers.yaml`. */
export function parseMcpServers(text: string): Result<ParsedMcpServers, readonly YamlRuleFault[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, path = [], message } = parsed.error;
    return err([mcpServerFaults.at(line, path, message)]);
  }
  const { value, lineOf } = parsed.value;
  const layer = mcpServersSchema.safeParse(value);
  if (layer.success) return ok({ layer: layer.data, lineOf });
  return err(mcpServerFaults.ofIssues(layer.error.issues, lineOf));
}
