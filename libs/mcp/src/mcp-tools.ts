import { createHash } from 'node:crypto';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { TenantRepository } from '@vance/data';
import { McpServersService, type McpServer } from '@vance/documents';
import { Egress } from '@vance/egress';
import { DomainError, Recent, type TenantScope } from '@vance/kernel';
import { Logger } from '@vance/observability';
import {
  NO_REMOTE_TOOLS,
  RemoteTools,
  type RemoteReply,
  type RemoteToolsQuestion,
  type ToolContext,
  type ToolDescriptor,
} from '@vance/tools';
import type { ServedTool } from './core/judge-tools';
import type { PlatformServer, PlatformServers } from './core/platform-servers';
import { McpConnection } from './mcp-connection';
import { McpPool } from './mcp-pool';
import { platformTransport, tenantTransport, type ServerAddress } from './server-address';

/** The servers that the operator offers; read once at the start. */
export const PLATFORM_SERVERS = Symbol('vance.mcp.platformServers');

/** How long the start of a turn waits for a server that is not connected yet. */
const WAIT_MS = 3_000;
const NAME_MS = 600_000;

interface Bound {
  readonly tenantId: string;
  readonly connection: McpConnection;
  readonly tool: string;
  readonly timeoutMs: number;
}

interface Combined {
  readonly lists: readonly (readonly ServedTool[])[];
  readonly tools: readonly ToolDescriptor[];
}

/** The tools of the MCP servers that a project's configuration names. */
@Injectable()
export class McpTools extends RemoteTools implements OnApplicationShutdown {
  private readonly pool = new McpPool();
  /** What each descriptor that was handed out leads to. */
  private readonly bound = new WeakMap<ToolDescriptor, Bound>();
  private readonly combined = new Recent<Combined>(1_000);
  private readonly names = new Recent<string>(1_000);

  constructor(
    private readonly servers: McpServersService,
    private readonly tenants: TenantRepository,
    private readonly egress: Egress,
    private readonly log: Logger,
    @Inject(PLATFORM_SERVERS) private readonly platform: PlatformServers,
  ) {
    super();
  }

  async available(question: RemoteToolsQuestion): Promise<readonly ToolDescriptor[]> {
    const { scope, project } = question;
    try {
      return await this.offered(question);
    } catch (error) {
      const { tenantId } = scope;
      this.log.warn(
        { tenantId, project, err: error },
        'the tool servers of a project are left out',
      );
      return NO_REMOTE_TOOLS;
    }
  }

  async call(
    descriptor: ToolDescriptor,
    params: Readonly<Record<string, unknown>>,
    { scope, signal }: ToolContext,
  ): Promise<RemoteReply> {
    const bound = this.bound.get(descriptor);
    if (bound === undefined || bound.tenantId !== scope.tenantId)
      throw new DomainError('TOOL_GONE', 'This tool is not offered any more; it was not run.', {
        status: 409,
      });
    const { connection, tool, timeoutMs } = bound;
    return connection.call({ tool, params, timeoutMs, signal });
  }

  onApplicationShutdown(): Promise<void> {
    return this.pool.close();
  }

  private async offered({
    scope,
    project,
    revision,
  }: RemoteToolsQuestion): Promise<readonly ToolDescriptor[]> {
    const servers = await this.servers.servers(scope, project, revision);
    if (servers.length === 0) return NO_REMOTE_TOOLS;
    const found = await Promise.all(servers.map((server) => this.connectionTo(scope, server)));
    const ways = found.flatMap((way) => way ?? []);
    const lists = await Promise.all(ways.map(({ connection }) => connection.tools(WAIT_MS)));
    return this.together(`${scope.tenantId}/${project}`, ways, lists);
  }

  /** One list of all, the same as before while every server's is. */
  private together(
    key: string,
    ways: readonly { readonly connection: McpConnection; readonly bound: Omit<Bound, 'tool'> }[],
    lists: readonly (readonly ServedTool[])[],
  ): readonly ToolDescriptor[] {
    const known = this.combined.get(key);
    const same = (list: readonly ServedTool[], index: number) => known?.lists[index] === list;
    if (known?.lists.length === lists.length && lists.every(same)) return known.tools;
    const tools = lists.flatMap((list, index) =>
      list.map(({ descriptor, tool }) => {
        const way = ways[index];
        if (way !== undefined) this.bound.set(descriptor, { ...way.bound, tool });
        return descriptor;
      }),
    );
    const made = { lists, tools: Object.freeze(tools) };
    this.combined.set(key, made);
    return made.tools;
  }

  private async connectionTo(scope: TenantScope, server: McpServer) {
    const { tenantId } = scope;
    const { name, config, token } = server;
    const { use, url } = config;
    const offered = use === undefined ? undefined : await this.platformServer(scope, use);
    if (use !== undefined && offered === undefined) {
      this.log.warn({ tenantId, server: name, use }, 'a tool server that is not offered here');
      return undefined;
    }
    const told = { tenantId, server: name };
    const secrets = [token ?? '', ...Object.values(offered?.headers ?? {})];
    const address: ServerAddress = { told, config, secrets: secrets.filter(isSecret) };
    const open = () =>
      offered === undefined
        ? tenantTransport(server, url ?? '', this.egress)
        : platformTransport(offered, token, told, this.log);
    const key = `${tenantId}/${name}/${digest([config, token ?? null])}`;
    const connection = this.pool.get(key, () => new McpConnection(address, open, this.log));
    const timeoutMs = config.timeoutSeconds * 1_000;
    return { connection, bound: { tenantId, connection, timeoutMs } };
  }

  private async platformServer(
    scope: TenantScope,
    name: string,
  ): Promise<PlatformServer | undefined> {
    const server = Object.hasOwn(this.platform, name) ? this.platform[name] : undefined;
    if (server?.tenants === undefined) return server;
    return server.tenants.includes(await this.tenantName(scope)) ? server : undefined;
  }

  /** Asked once for many turns: a tenant keeps its name. */
  private async tenantName(scope: TenantScope): Promise<string> {
    const known = this.names.get(scope.tenantId);
    if (known !== undefined) return known;
    const name = (await this.tenants.find(scope))?.name ?? '';
    this.names.set(scope.tenantId, name, NAME_MS);
    return name;
  }
}

/** What is shorter is no secret, and would be found in every other text. */
function isSecret(text: string): boolean {
  return text.length >= 8;
}

function digest(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url');
}
