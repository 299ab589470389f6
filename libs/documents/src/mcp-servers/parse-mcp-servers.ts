import { parseYaml } from '@vance/config';
import { DomainError, err, ok, type Result } from '@vance/kernel';
import { mcpServersSchema, type McpServersLayer } from './mcp-servers.schema';

/** The cascade path of a tenant's and a project's tool servers. */
export const MCP_SERVERS_PATH = 'mcp-servers.yaml';

/** One broken rule of an `mcp-servers.yaml`. */
export interface McpServersFault {
  /** First line is 1. */
  readonly line: number;
  /** Path of the key; empty where the text is no YAML at all. */
  readonly key: string;
  readonly rule: string;
}

const EXAMPLE = 'for example servers: { tickets: { url: "https://mcp.example.com/mcp" } }';

/** A layer with the lines its keys stand in. */
export interface ParsedMcpServers {
  readonly layer: McpServersLayer;
  readonly lineOf: (path: readonly PropertyKey[]) => number;
}

/** Reads one layer of `mcp-servers.yaml`. */
export function parseMcpServers(
  text: string,
): Result<ParsedMcpServers, readonly McpServersFault[]> {
  const parsed = parseYaml(text);
  if (!parsed.ok) {
    const { line, path = [], message } = parsed.error;
    return err([{ line, key: path.join('.'), rule: message }]);
  }
  const { value, lineOf } = parsed.value;
  const layer = mcpServersSchema.safeParse(value);
  if (layer.success) return ok({ layer: layer.data, lineOf });
  return err(
    layer.error.issues.map(({ path, message }) => ({
      line: lineOf(path),
      key: path.map(String).join('.'),
      rule: message,
    })),
  );
}

/** The refusal of an `mcp-servers.yaml`: 422, each fault with line, key, rule and a right example. */
export function mcpServersInvalid(faults: readonly McpServersFault[]): DomainError {
  const errors = faults.map((fault) => ({ path: fault.key, message: tell(fault), ...fault }));
  const more = errors.length > 1 ? ` (and ${errors.length - 1} more)` : '';
  const message = `${MCP_SERVERS_PATH} is not valid: ${errors[0]?.message ?? ''}${more}`;
  return new DomainError('MCP_SERVERS_INVALID', message, { status: 422, data: { errors } });
}

function tell({ line, key, rule }: McpServersFault): string {
  return `line ${line}${key === '' ? '' : `, key ${key}`}: ${rule}; ${EXAMPLE}`;
}
