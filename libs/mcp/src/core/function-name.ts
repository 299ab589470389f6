import { createHash } from 'node:crypto';

/** Longest name of a function that every model takes. */
const MAX_NAME = 64;
const HASH = 8;

/**
 * The name a model calls a server's tool by: `mcp_<server>_<tool>`. The same for the same pair, whatever else the
 * server offers. A server's name has no underscore, so no two servers meet; a tool whose name had to be changed ends
 * in a hash of it.
 */
export function functionName(server: string, tool: string): string {
  const plain = tool.replace(/[^A-Za-z0-9_-]/g, '_');
  const name = `mcp_${server}_${plain}`;
  if (plain === tool && name.length <= MAX_NAME) return name;
  const hash = createHash('sha256').update(tool).digest('hex').slice(0, HASH);
  return `${name.slice(0, MAX_NAME - HASH - 1)}_${hash}`;
}
