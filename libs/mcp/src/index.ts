export { McpModule, type McpOptions } from './mcp.module';
