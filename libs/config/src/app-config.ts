import type { Budgets } from '@vance/kernel';
import type { SeedChoice } from './core/variables';

/** What one user, and all users of one tenant, may take of one server. */
export interface PartyLimits {
  /** Open connections: sockets and live streams. */
  readonly userSockets: number;
  readonly tenantSockets: number;
  readonly userMessagesPerMinute: number;
  readonly tenantMessagesPerMinute: number;
}

/**
 * Everything the environment decides, parsed and checked once at the start. A class, so that it is its own
 * injection token; never changed after it was made.
 */
export class AppConfig {
  /** Port of HTTP and sockets. */
  readonly port!: number;
  readonly host!: string;
  /** Absolute folder of everything the product keeps on this machine: embedded services, key file, workspaces. */
  readonly dataDir!: string;
  /** Absent: the embedded database is started. */
  readonly mongodbUri?: string;
  /** Database within the server; also used when the URI names none. */
  readonly mongoDb!: string;
  /** Connections per server a process keeps at most. */
  readonly mongoPoolSize!: number;
  /** Absent: the embedded Redis is started. */
  readonly redisUrl?: string;
  /** Default model, `provider:name`. */
  readonly model!: string;
  readonly openaiApiKey?: string;
  readonly openaiBaseUrl?: string;
  readonly geminiApiKey?: string;
  readonly geminiBaseUrl?: string;
  /** Absent: nobody can sign in as the platform administrator. */
  readonly platformAdminPassword?: string;
  /** 32 bytes; absent: a key file in `dataDir` is used, made when missing. */
  readonly masterKey?: Buffer;
  /** Former master keys, 32 bytes each: they may still open what was sealed with them. */
  readonly masterKeysOld!: readonly Buffer[];
  /** Browser origins beside our own. */
  readonly allowedOrigins!: readonly string[];
  /** Hosts (`host` or `host:port`) that tenants' addresses may name although they are private or plain http. */
  readonly egressAllow!: readonly string[];
  /** File with the tool servers (MCP) that this installation offers to its tenants; absent: none. */
  readonly mcpServersFile?: string;
  readonly logLevel!: 'trace' | 'debug' | 'info' | 'warn' | 'error' | 'fatal' | 'silent';
  readonly seed!: SeedChoice;
  /** Turns one worker process runs at the same time. */
  readonly workerConcurrency!: number;
  readonly limits!: PartyLimits;
  /** What any tenant may spend at most, whatever it allows itself. */
  readonly budgets!: Budgets;
  /** Where clients of ours (demo, terminal) find the product; the server itself ignores it. */
  readonly clientUrl!: string;

  constructor(values: Omit<AppConfig, never>) {
    Object.assign(this, values);
  }
}
