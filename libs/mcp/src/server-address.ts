import { tmpdir } from 'node:os';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js';
import type { McpServer, McpServerConfig } from '@vance/documents';
import type { Egress } from '@vance/egress';
import type { Logger } from '@vance/observability';
import { boundedFetch } from './bounded-fetch';
import type { PlatformServer } from './core/platform-servers';

/** What logs may say of a server. */
export interface ToldServer {
  readonly tenantId: string;
  readonly server: string;
}

/** One tenant's tool server, and how it is reached. */
export interface ServerAddress {
  readonly told: ToldServer;
  readonly config: McpServerConfig;
  /** What it is shown to prove who asks; never to be told to anybody else. */
  readonly secrets: readonly string[];
}

const MAX_SAID = 1_000;
/** Bytes of one answer over HTTP, a list or a result; the other way, a program's, has a bound of its own. */
const MAX_ANSWER = 10_485_760;

/** Opens the way to a tenant's own server: judged when connecting and at each redirect, its token sent to it alone. */
export function tenantTransport({ token }: McpServer, url: string, egress: Egress): Transport {
  return httpTransport(egress.check(url), authorization(token), egress.fetch);
}

/** Opens the way to a server that the operator offers, at any address, or starts its program. */
export function platformTransport(
  server: PlatformServer,
  token: string | undefined,
  told: ToldServer,
  log: Logger,
): Transport {
  const { command, url } = server;
  if (command !== undefined) return programTransport(command, server, told, log);
  return httpTransport(new URL(url ?? ''), { ...server.headers, ...authorization(token) }, fetch);
}

function authorization(token: string | undefined): Readonly<Record<string, string>> {
  return token === undefined ? {} : { authorization: `Bearer ${token}` };
}

function httpTransport(
  url: URL,
  headers: Readonly<Record<string, string>>,
  ask: typeof fetch,
): Transport {
  const bounded = boundedFetch(ask, MAX_ANSWER);
  return new StreamableHTTPClientTransport(url, { fetch: bounded, requestInit: { headers } });
}

/** The program gets nothing of our environment but what every program needs to run; what it says aside goes to the log. */
function programTransport(
  command: string,
  { args, env, cwd = tmpdir() }: PlatformServer,
  told: ToldServer,
  log: Logger,
): Transport {
  const transport = new StdioClientTransport({ command, args, env, cwd, stderr: 'pipe' });
  transport.stderr?.on('data', (bytes: Buffer) => {
    log.debug({ ...told, said: bytes.toString().slice(0, MAX_SAID) }, 'a tool server says');
  });
  return transport;
}
