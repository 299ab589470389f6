import type { Egress } from '@vance/egress';
import { DomainError } from '@vance/kernel';
import type { DocumentCheck } from '../documents/document-checks';
import { mcpServerFaults } from './mcp-server-faults';
import { MCP_SERVERS_PATH } from './mcp-servers-path';
import { parseMcpServers } from './parse-mcp-servers';

/** No broken `mcp-servers.yaml` is stored, and none with an address that may not be asked. */
export class McpServersCheck implements DocumentCheck {
  constructor(private readonly egress: Egress) {}

  async check(path: string, content: string): Promise<void> {
    if (path !== MCP_SERVERS_PATH) return;
    const parsed = parseMcpServers(content);
    if (!parsed.ok) throw mcpServerFaults.refusal(parsed.error);
    const { layer, lineOf } = parsed.value;
    const judged = await Promise.all(
      Object.entries(layer.servers).map(async ([name, { url }]) => {
        const rule = url === undefined ? undefined : await this.refusal(url);
        if (rule === undefined) return [];
        const key = ['servers', name, 'url'];
        return [mcpServerFaults.at(lineOf(key), key, rule)];
      }),
    );
    const faults = judged.flat();
    if (faults.length > 0) throw mcpServerFaults.refusal(faults);
  }

  private async refusal(url: string): Promise<string | undefined> {
    try {
      await this.egress.verify(url);
      return undefined;
    } catch (error) {
      if (error instanceof DomainError) return error.message.replace(/\.$/u, '');
      throw error;
    }
  }
}
