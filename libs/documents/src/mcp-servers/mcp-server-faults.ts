import { YamlFaults } from '../faults/yaml-faults';
import { MCP_SERVERS_PATH } from './mcp-servers-path';

const EXAMPLE = 'servers: { tickets: { url: https://mcp.example.com/mcp } }';

/** How the faults of an `mcp-servers.yaml` are told. */
export const mcpServerFaults = new YamlFaults({
  code: 'MCP_SERVERS_INVALID',
  subject: MCP_SERVERS_PATH,
  example: EXAMPLE,
  examples: {
    servers: EXAMPLE,
    url: 'url: https://mcp.example.com/mcp',
    use: 'use: everything',
    enabled: 'enabled: false',
    readOnly: 'readOnly: [search, read]',
    allow: 'allow: [search, read]',
    deny: 'deny: [remove]',
    timeoutSeconds: 'timeoutSeconds: 30',
  },
});
