import { readFileSync } from 'node:fs';
import { type DynamicModule, Module } from '@nestjs/common';
import { DomainError } from '@vance/kernel';
import { RemoteTools } from '@vance/tools';
import { parsePlatformServers, type PlatformServers } from './core/platform-servers';
import { McpTools, PLATFORM_SERVERS } from './mcp-tools';

export interface McpOptions {
  /** The file with the servers that the operator offers; absent: there are none. */
  readonly file?: string;
}

/** Tool servers as a source of tools. Needs, as global modules, data, documents, egress and a log. */
@Module({})
export class McpModule {
  /** @throws DomainError for a file that cannot be used, with a line per fault */
  static forRoot({ file }: McpOptions): DynamicModule {
    return {
      module: McpModule,
      global: true,
      providers: [
        { provide: PLATFORM_SERVERS, useValue: file === undefined ? {} : read(file) },
        McpTools,
        { provide: RemoteTools, useExisting: McpTools },
      ],
      exports: [RemoteTools],
    };
  }
}

function read(file: string): PlatformServers {
  let text: string;
  try {
    text = readFileSync(file, 'utf8');
  } catch (cause) {
    const message = `VANCE_MCP_SERVERS: ${file} cannot be read; for example VANCE_MCP_SERVERS=/etc/vance/mcp-servers.yaml`;
    throw new DomainError('CONFIG', message, { status: 500, fixer: 'operator', cause });
  }
  return parsePlatformServers(text);
}
