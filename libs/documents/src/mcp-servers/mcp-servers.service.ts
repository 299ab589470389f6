import { Injectable } from '@nestjs/common';
import { DomainError, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import { BrokenDocuments } from '../broken/broken-documents';
import { Cascade } from '../cascade/cascade';
import { RevisionCache } from '../cascade/revision-cache';
import { faultsOf } from '../faults/document-fault';
import { SettingsService } from '../settings/settings.service';
import type { Revision } from '../settings/tenant-config';
import type { McpServerConfig } from './mcp-servers.schema';
import { mcpServerFaults } from './mcp-server-faults';
import { MCP_SERVERS_PATH } from './mcp-servers-path';
import { parseMcpServers } from './parse-mcp-servers';

/** One tool server of a project, with what it takes to ask it. */
export interface McpServer {
  readonly name: string;
  readonly config: McpServerConfig;
  /** What it is shown instead of a password; only ever sent to this server. */
  readonly token: string | undefined;
}

const BROKEN = 'a stored mcp-servers.yaml is broken; the layers below count';

/** The tool servers of a project, through the cascade: merged by name, a project's over its tenant's. */
@Injectable()
export class McpServersService {
  private readonly known = new RevisionCache<readonly McpServer[]>();

  constructor(
    private readonly cascade: Cascade,
    private readonly settings: SettingsService,
    private readonly broken: BrokenDocuments,
    private readonly logger: Logger,
  ) {}

  /** Those that are switched on, in order of names; the same list for one revision. */
  servers(scope: TenantScope, project: string, config: Revision): Promise<readonly McpServer[]> {
    return this.known.get(scope, config, project, () => this.read(scope, project));
  }

  private async read(scope: TenantScope, project: string): Promise<readonly McpServer[]> {
    const texts = await this.cascade.layers(scope, project, MCP_SERVERS_PATH);
    const merged = new Map<string, McpServerConfig>();
    for (const { layer, version, content } of [...texts].reverse()) {
      const parsed = parseMcpServers(content);
      if (parsed.ok) {
        for (const [name, config] of Object.entries(parsed.value.layer.servers))
          merged.set(name, config);
        continue;
      }
      const told = faultsOf(mcpServerFaults.refusal(parsed.error)).map(({ message }) => message);
      this.broken.note(scope, { project, path: MCP_SERVERS_PATH, layer, version }, told, BROKEN);
    }
    const names = [...merged.keys()].sort();
    const servers = await Promise.all(
      names.map(async (name) => {
        const config = merged.get(name);
        if (config?.enabled !== true) return [];
        const token = await this.token(scope, project, name);
        return token === null ? [] : [{ name, config, token }];
      }),
    );
    return servers.flat();
  }

  /** Null: there is one, and it cannot be opened; the server is left out rather than asked without. */
  private async token(
    scope: TenantScope,
    project: string,
    server: string,
  ): Promise<string | undefined | null> {
    try {
      return await this.settings.secret(scope, project, tokenKeyOf(server));
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      const { tenantId } = scope;
      this.logger.warn({ tenantId, project, server, err: error }, 'a tool server is left out');
      return null;
    }
  }
}

/** The secret setting that holds a server's token. */
function tokenKeyOf(server: string): string {
  return `vance.tools.mcp.${server}.token`;
}
