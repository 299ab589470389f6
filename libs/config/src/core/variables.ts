import { z } from 'zod';
import { budgetNames, parseUrl, type Budgets } from '@vance/kernel';

/** Which tenants a start brings along. */
export type SeedChoice = 'demo' | 'none';

/** One environment variable: how it is read, what a wrong value is told, what a right one looks like. */
export interface Variable {
  /** Text of the environment to value; fails for a bad one. */
  readonly schema: z.ZodType;
  /** What a right value is: the end of "is not …". */
  readonly expected: string;
  readonly example: string;
  /** The value is never repeated in an error. */
  readonly secret?: true;
}

const whole = (min: number, max: number): z.ZodType<number> =>
  z
    .string()
    .regex(/^\d{1,9}$/)
    .transform(Number)
    .pipe(z.number().min(min).max(max));
const url = (...protocols: readonly string[]): z.ZodType<string> =>
  z.string().refine((text) => protocols.includes(parseUrl(text)?.protocol ?? ''));
const listed = z.string().transform((text) =>
  text
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== ''),
);
const origins = listed.pipe(z.array(z.string().refine(isOrigin)));
const hosts = listed.pipe(z.array(z.string().refine(isHost)));
const masterKey = z
  .string()
  // Node's decoder passes over what is not base64: a slip of the hand would make another key.
  .regex(/^([0-9a-f]{64}|[A-Za-z0-9+/_-]{43}=?)$/i)
  .transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? 'hex' : 'base64'))
  .refine((bytes) => bytes.length === 32);
const masterKeys = listed.pipe(z.array(masterKey));
const mongoUri = z.string().regex(/^mongodb(\+srv)?:\/\/[^\s]+$/);

/** True for scheme, host and port and nothing else: what a browser sends in `Origin`. */
function isOrigin(text: string): boolean {
  return /^https?:/.test(text) && parseUrl(text)?.origin === text;
}

/** True for a name or address with or without a port: no scheme, no path. */
function isHost(text: string): boolean {
  if (/[/?#@\s\\]/.test(text) || parseUrl(`http://${text}`) === undefined) return false;
  return !/[:]$/.test(text);
}

const amount = z
  .string()
  .regex(/^\d{1,12}(\.\d{1,4})?$/)
  .transform(Number)
  .pipe(z.number().positive());
/** Money has parts; questions, tokens and processes are counted. */
const isCountable = ([name, limit]: readonly [string, number]): boolean =>
  name === 'costPerDay' || Number.isInteger(limit);
const budgets: z.ZodType<Budgets> = listed
  .transform((parts) => parts.map((part) => part.split('=').map((side) => side.trim())))
  .pipe(z.array(z.tuple([z.enum(budgetNames), amount])))
  .refine((pairs) => pairs.every(isCountable))
  .refine((pairs) => new Set(pairs.map(([name]) => name)).size === pairs.length)
  .transform((pairs) => Object.fromEntries(pairs));

const someText = z.string().min(1);

/** Every variable the product knows (2.5). A `VANCE_` variable that is not here ends the start. */
export const variables = {
  VANCE_PORT: {
    schema: whole(0, 65_535),
    expected: 'a port number from 0 to 65535',
    example: '8787',
  },
  VANCE_HOST: {
    schema: z.string().regex(/^[A-Za-z0-9.:_-]+$/),
    expected: 'a host name or address without scheme and port',
    example: '127.0.0.1',
  },
  VANCE_DATA_DIR: {
    schema: someText.refine((text) => !text.includes('\0')),
    expected: 'a folder path',
    example: '.vance',
  },
  MONGODB_URI: {
    schema: mongoUri,
    expected: 'a MongoDB connection string',
    example: 'mongodb://127.0.0.1:27017/?replicaSet=rs0',
    secret: true,
  },
  VANCE_MONGO_DB: {
    schema: z.string().regex(/^[A-Za-z0-9_-]{1,63}$/),
    expected: 'a database name of letters, digits, dash and underscore',
    example: 'vance',
  },
  VANCE_MONGO_POOL: { schema: whole(1, 500), expected: 'a number from 1 to 500', example: '20' },
  REDIS_URL: {
    schema: url('redis:', 'rediss:'),
    expected: 'a Redis address',
    example: 'redis://127.0.0.1:6379',
    secret: true,
  },
  VANCE_MODEL: {
    schema: z.string().regex(/^[a-z0-9-]+:[^\s,]+(\s*,\s*[a-z0-9-]+:[^\s,]+)*$/),
    expected: 'provider:model (several, comma separated, are fallbacks in that order)',
    example: 'openai:gpt-5-mini',
  },
  OPENAI_API_KEY: { schema: someText, expected: 'a key', example: 'sk-…', secret: true },
  OPENAI_BASE_URL: {
    schema: url('http:', 'https:'),
    expected: 'an http or https address',
    example: 'https://api.openai.com/v1',
  },
  GEMINI_API_KEY: { schema: someText, expected: 'a key', example: 'AIza…', secret: true },
  GEMINI_BASE_URL: {
    schema: url('http:', 'https:'),
    expected: 'an http or https address',
    example: 'https://generativelanguage.googleapis.com',
  },
  VANCE_PLATFORM_ADMIN_PASSWORD: {
    schema: z.string().min(8).max(256),
    expected: 'a password of 8 to 256 characters',
    example: 'correct-horse-battery',
    secret: true,
  },
  VANCE_MASTER_KEY: {
    schema: masterKey,
    expected: '32 random bytes as base64 or 64 hexadecimal digits',
    example: '$(openssl rand -base64 32)',
    secret: true,
  },
  VANCE_MASTER_KEYS_OLD: {
    schema: masterKeys,
    expected:
      'a comma separated list of former master keys, each 32 bytes as base64 or 64 hexadecimal digits',
    example: '$(cat former-master.key)',
    secret: true,
  },
  VANCE_ALLOWED_ORIGINS: {
    schema: origins,
    expected: 'a comma separated list of origins (scheme, host, port, no path)',
    example: 'https://app.example.com,http://localhost:5173',
  },
  VANCE_EGRESS_ALLOW: {
    schema: hosts,
    expected: 'a comma separated list of hosts, each with a port or without',
    example: 'models.internal,10.0.0.7:8443',
  },
  VANCE_MCP_SERVERS: {
    schema: someText,
    expected: 'the path of a YAML file',
    example: '/etc/vance/mcp-servers.yaml',
  },
  VANCE_LOG_LEVEL: {
    schema: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']),
    expected: 'one of trace, debug, info, warn, error, fatal, silent',
    example: 'info',
  },
  VANCE_SEED: { schema: z.enum(['demo', 'none']), expected: 'demo or none', example: 'demo' },
  VANCE_WORKER_CONCURRENCY: {
    schema: whole(1, 1000),
    expected: 'a number from 1 to 1000',
    example: '256',
  },
  VANCE_USER_SOCKETS: {
    schema: whole(1, 1_000_000),
    expected: 'a number of connections from 1 to 1000000',
    example: '1000',
  },
  VANCE_TENANT_SOCKETS: {
    schema: whole(1, 1_000_000),
    expected: 'a number of connections from 1 to 1000000',
    example: '10000',
  },
  VANCE_USER_MESSAGES: {
    schema: whole(1, 100_000_000),
    expected: 'a number of messages per minute from 1 to 100000000',
    example: '60000',
  },
  VANCE_TENANT_MESSAGES: {
    schema: whole(1, 100_000_000),
    expected: 'a number of messages per minute from 1 to 100000000',
    example: '120000',
  },
  VANCE_BUDGETS: {
    schema: budgets,
    expected: `a comma separated list of name=limit, each once; the names are ${budgetNames.join(', ')}`,
    example: 'requestsPerMinute=600,tokensPerDay=20000000,costPerDay=50,liveProcesses=5000',
  },
  VANCE_URL: {
    schema: url('http:', 'https:'),
    expected: 'the http or https address of a running product',
    example: 'http://127.0.0.1:8787',
  },
} as const satisfies Record<string, Variable>;

export type VariableName = keyof typeof variables;
/** The value of each variable that is set. */
export type Settings = {
  readonly [N in VariableName]?: z.infer<(typeof variables)[N]['schema']>;
};
