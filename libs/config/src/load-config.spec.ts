import { ConfigError } from './config-error';
import { loadConfig } from './load-config';
import { variables } from './core/variables';

function faultsOf(env: Record<string, string>): readonly string[] {
  try {
    loadConfig(env);
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
  return [];
}

describe('loadConfig', () => {
  it('needs nothing: the defaults run the demo on the loopback address', () => {
    const config = loadConfig({});
    expect(config).toMatchObject({
      port: 8787,
      host: '127.0.0.1',
      model: 'demo:guide',
      mongoDb: 'vance',
      seed: 'demo',
      logLevel: 'info',
      allowedOrigins: [],
    });
    expect(config.mongodbUri).toBeUndefined();
    expect(config.platformAdminPassword).toBeUndefined();
  });

  it('takes a model that a key is set for, OpenAI first, and the named model before that', () => {
    expect(loadConfig({ OPENAI_API_KEY: 'k' }).model).toMatch(/^openai:/);
    expect(loadConfig({ GEMINI_API_KEY: 'k' }).model).toMatch(/^gemini:/);
    expect(loadConfig({ OPENAI_API_KEY: 'k', GEMINI_API_KEY: 'k' }).model).toMatch(/^openai:/);
    expect(loadConfig({ OPENAI_API_KEY: 'k', VANCE_MODEL: 'demo:guide' }).model).toBe('demo:guide');
  });

  it("seeds no demo tenants into a database of the user's own", () => {
    const own = { MONGODB_URI: 'mongodb://127.0.0.1:27017/?replicaSet=rs0&w=majority' };
    expect(loadConfig(own)).toMatchObject({ seed: 'none', mongoDb: 'vance' });
    expect(loadConfig({ ...own, VANCE_SEED: 'demo' }).seed).toBe('demo');
  });

  it('uses the database that the connection string names, unless told otherwise', () => {
    const MONGODB_URI = 'mongodb://a:1,b:2/prod?replicaSet=rs0';
    expect(loadConfig({ MONGODB_URI }).mongoDb).toBe('prod');
    expect(loadConfig({ MONGODB_URI, VANCE_MONGO_DB: 'other' }).mongoDb).toBe('other');
  });

  it('counts an empty value as unset', () => {
    expect(loadConfig({ VANCE_PORT: '', OPENAI_API_KEY: ' ' })).toMatchObject({
      port: 8787,
      model: 'demo:guide',
    });
  });

  it('reads budgets as limits by name', () => {
    const VANCE_BUDGETS = 'requestsPerMinute=600, costPerDay=2.5';
    expect(loadConfig({ VANCE_BUDGETS }).budgets).toEqual({
      requestsPerMinute: 600,
      costPerDay: 2.5,
    });
    expect(loadConfig({}).budgets).toEqual({});
    for (const wrong of [
      ...['600', 'perDay=1', 'tokensPerDay=0', 'tokensPerDay=1,tokensPerDay=2'],
      ...['liveProcesses=0.5', 'costPerDay=2.5,requestsPerMinute=1.5'],
    ])
      expect(faultsOf({ VANCE_BUDGETS: wrong })).toEqual([
        expect.stringMatching(/VANCE_BUDGETS.*name=limit.*requestsPerMinute=600/),
      ]);
  });

  it('reads a master key as base64 or hexadecimal', () => {
    const bytes = Buffer.alloc(32, 7);
    expect(loadConfig({ VANCE_MASTER_KEY: bytes.toString('hex') }).masterKey).toEqual(bytes);
    expect(loadConfig({ VANCE_MASTER_KEY: bytes.toString('base64') }).masterKey).toEqual(bytes);
    const former = [bytes, Buffer.alloc(32, 8)];
    const VANCE_MASTER_KEYS_OLD = former.map((key) => key.toString('base64')).join(', ');
    expect(loadConfig({ VANCE_MASTER_KEYS_OLD }).masterKeysOld).toEqual(former);
  });

  it('reads the hosts that tenants may reach although they are private', () => {
    expect(loadConfig({}).egressAllow).toEqual([]);
    expect(loadConfig({ VANCE_EGRESS_ALLOW: 'a.internal, 127.0.0.1:9000,[::1]:1' })).toMatchObject({
      egressAllow: ['a.internal', '127.0.0.1:9000', '[::1]:1'],
    });
  });

  it.each([
    ['VANCE_PORT', '80000'],
    ['VANCE_PORT', 'http'],
    ['VANCE_HOST', 'http://x'],
    ['MONGODB_URI', 'localhost:27017'],
    ['VANCE_MONGO_DB', 'a.b'],
    ['REDIS_URL', 'http://x'],
    ['VANCE_MODEL', 'gpt-5'],
    ['OPENAI_BASE_URL', 'api.openai.com'],
    ['VANCE_PLATFORM_ADMIN_PASSWORD', 'short'],
    ['VANCE_MASTER_KEY', 'c2hvcnQ='],
    ['VANCE_MASTER_KEY', `!!${'A'.repeat(43)}=`],
    ['VANCE_MASTER_KEYS_OLD', 'c2hvcnQ='],
    ['VANCE_ALLOWED_ORIGINS', 'https://app.example.com/path'],
    ['VANCE_EGRESS_ALLOW', 'https://models.internal'],
    ['VANCE_EGRESS_ALLOW', 'a,b/c'],
    ['VANCE_EGRESS_ALLOW', 'user@host'],
    ['VANCE_EGRESS_ALLOW', 'host:'],
    ['VANCE_LOG_LEVEL', 'loud'],
    ['VANCE_SEED', 'all'],
    ['VANCE_WORKER_CONCURRENCY', '0'],
  ])('names the variable, the fault and a right example for %s=%s', (name, value) => {
    const [line, ...more] = faultsOf({ [name]: value });
    expect(more).toEqual([]);
    expect(line).toMatch(new RegExp(`^${name}: .+ is not .+; for example ${name}=.+`));
  });

  it('reports every fault, one line each', () => {
    expect(faultsOf({ VANCE_PORT: 'x', VANCE_SEED: 'y', VANCE_PROT: '1' })).toHaveLength(3);
  });

  it('never repeats a secret', () => {
    const lines = faultsOf({
      VANCE_PLATFORM_ADMIN_PASSWORD: 'pw',
      MONGODB_URI: 'user:canary@x',
      VANCE_MASTER_KEYS_OLD: 'canary',
    });
    expect(lines.join('\n')).not.toMatch(/canary|"pw"/);
  });

  it('refuses an unknown VANCE_ variable and offers the nearest name', () => {
    expect(faultsOf({ VANCE_PROT: '1' })[0]).toBe(
      'VANCE_PROT: unknown configuration; did you mean VANCE_PORT? for example VANCE_PORT=8787',
    );
    expect(faultsOf({ VANCE_COMPLETELY_DIFFERENT: '1' })[0]).toMatch(/known are VANCE_PORT, /);
  });

  it("overlooks a test run's own variables", () => {
    expect(faultsOf({ VANCE_TEST_MONGODB_URI: 'x' })).toEqual([]);
  });

  it('has an example that is right for every variable', () => {
    const shellOnly = ['VANCE_MASTER_KEY', 'VANCE_MASTER_KEYS_OLD'];
    for (const [name, { example }] of Object.entries(variables)) {
      if (!shellOnly.includes(name))
        expect([name, faultsOf({ [name]: example })]).toEqual([name, []]);
    }
  });
});
