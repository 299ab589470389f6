/** The cascade path of a tenant's and a project's tool servers. */
export const MCP_SERVERS_PATH = 'mcp-servers.yaml';
