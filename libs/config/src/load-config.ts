import { resolve } from 'node:path';
import { AppConfig } from './app-config';
import { ConfigError } from './config-error';
import { readEnvironment, type Environment } from './core/read-environment';
import type { Settings } from './core/variables';

/**
 * The product's configuration out of an environment.
 * @throws ConfigError with one line per bad or unknown variable
 */
export function loadConfig(env: Environment = process.env): AppConfig {
  const { settings, faults } = readEnvironment(env);
  if (faults.length > 0) throw new ConfigError(faults);
  const port = settings.VANCE_PORT ?? 8787;
  const host = settings.VANCE_HOST ?? '127.0.0.1';
  return new AppConfig({
    port,
    host,
    dataDir: resolve(settings.VANCE_DATA_DIR ?? '.vance'),
    mongodbUri: settings.MONGODB_URI,
    mongoDb: settings.VANCE_MONGO_DB ?? databaseOf(settings.MONGODB_URI) ?? 'vance',
    mongoPoolSize: settings.VANCE_MONGO_POOL ?? 20,
    redisUrl: settings.REDIS_URL,
    model: settings.VANCE_MODEL ?? defaultModel(settings),
    openaiApiKey: settings.OPENAI_API_KEY,
    openaiBaseUrl: settings.OPENAI_BASE_URL,
    geminiApiKey: settings.GEMINI_API_KEY,
    geminiBaseUrl: settings.GEMINI_BASE_URL,
    platformAdminPassword: settings.VANCE_PLATFORM_ADMIN_PASSWORD,
    masterKey: settings.VANCE_MASTER_KEY,
    masterKeysOld: settings.VANCE_MASTER_KEYS_OLD ?? [],
    allowedOrigins: settings.VANCE_ALLOWED_ORIGINS ?? [],
    egressAllow: settings.VANCE_EGRESS_ALLOW ?? [],
    mcpServersFile: settings.VANCE_MCP_SERVERS,
    logLevel: settings.VANCE_LOG_LEVEL ?? 'info',
    // A database of the user's own gets no demo tenants unless asked for.
    seed: settings.VANCE_SEED ?? (settings.MONGODB_URI === undefined ? 'demo' : 'none'),
    workerConcurrency: settings.VANCE_WORKER_CONCURRENCY ?? 256,
    limits: {
      userSockets: settings.VANCE_USER_SOCKETS ?? 1_000,
      tenantSockets: settings.VANCE_TENANT_SOCKETS ?? 10_000,
      userMessagesPerMinute: settings.VANCE_USER_MESSAGES ?? 60_000,
      tenantMessagesPerMinute: settings.VANCE_TENANT_MESSAGES ?? 120_000,
    },
    budgets: settings.VANCE_BUDGETS ?? {},
    clientUrl: settings.VANCE_URL ?? `http://${host}:${port}`,
  });
}

/** A model that there is a key for, OpenAI's before Gemini's; else the one that needs none. */
function defaultModel(settings: Settings): string {
  if (settings.OPENAI_API_KEY !== undefined) return 'openai:gpt-5-mini';
  return settings.GEMINI_API_KEY === undefined ? 'demo:guide' : 'gemini:gemini-2.5-pro';
}

/** The database a connection string names: `mongodb://hosts/NAME?options`. */
function databaseOf(uri: string | undefined): string | undefined {
  const name = uri === undefined ? undefined : /^[^/]+\/\/[^/]+\/([^?]*)/.exec(uri)?.[1];
  return name === undefined || name === '' ? undefined : decodeURIComponent(name);
}
