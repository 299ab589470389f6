import { Redis } from 'ioredis';
import { loadConfig } from '@vance/config';
import { auditKinds } from '@vance/protocol';
import { rotateSecrets } from '@vance/runtime';
import { calls, eventually, refuses, ScriptedModelServer, type ModelStep } from '@vance/testing';
import { type Account, Cluster, Conversation } from './harness';

const CANARY = 'canary-3b1f7c-tenants-own-key';
const PLATFORM_KEY = 'platform-key-9d2e';

const answers = (message: string): ModelStep =>
  calls({
    name: 'arthur_action',
    arguments: JSON.stringify({ type: 'ANSWER', reason: 'scripted', message }),
  });
/** A server that repeats the key it was asked with. */
const echoes = (status: number): ModelStep => ({
  kind: 'body',
  status,
  body: JSON.stringify({ error: { message: `what is Bearer ${CANARY}?` } }),
});
const keysAt = ({ requests }: ScriptedModelServer) => [
  ...new Set(requests.map(({ headers }) => headers.authorization)),
];

describe('a tenant with a key and a server of its own', () => {
  let platform: ScriptedModelServer;
  let theirs: ScriptedModelServer;
  let cluster: Cluster;
  let client: Redis;
  let monitor: Redis;
  let owner: Account;
  let other: Account;
  /** Everything that was ever said to Redis: jobs, events, hints. */
  const redis: string[] = [];

  beforeAll(async () => {
    [platform, theirs] = await Promise.all([
      ScriptedModelServer.start(),
      ScriptedModelServer.start(),
    ]);
    const allowed = new URL(theirs.openAiUrl).host;
    cluster = await Cluster.start({
      brains: 2,
      env: {
        OPENAI_API_KEY: PLATFORM_KEY,
        OPENAI_BASE_URL: platform.openAiUrl,
        VANCE_EGRESS_ALLOW: allowed,
        VANCE_LOG_LEVEL: 'debug',
      },
    });
    client = new Redis(cluster.redis.url);
    monitor = await client.monitor();
    monitor.on('monitor', (_time: string, command: string[]) => redis.push(command.join(' ')));
    [owner, other] = [await cluster.account(1), await cluster.anotherTenant()];
  });
  afterAll(async () => {
    monitor?.disconnect();
    client?.disconnect();
    await cluster?.stop();
    await platform?.close();
    await theirs?.close();
  });

  const setting = (name: string) => `/api/v1/projects/_tenant/settings/vance.models.openai.${name}`;
  const set = (name: string, value: string) =>
    owner.put<Record<string, unknown>>(setting(name), JSON.stringify({ value }));
  async function says(conversation: Conversation, words: string): Promise<string> {
    const said = () =>
      conversation.connection.events.flatMap((event) =>
        event.type === 'chat-message-appended' && event.message.role === 'ASSISTANT'
          ? [event.message.content]
          : [],
      );
    const before = said().length;
    await conversation.send(words);
    await conversation.connection.event(() => said().length > before);
    return said()[before] ?? '';
  }

  it('is asked for with its key there, and every other tenant with the platform’s', async () => {
    expect(await set('apiKey', CANARY)).toMatchObject({ layer: 'tenant', set: true });
    expect(await set('baseUrl', theirs.openAiUrl)).toMatchObject({ value: theirs.openAiUrl });
    const [mine, others] = await Promise.all([
      Conversation.open(owner, 'e2e'),
      Conversation.open(other, 'e2e'),
    ]);
    for (const round of [1, 2, 3]) {
      theirs.play(answers(`From its own, ${round}.`));
      platform.play(answers(`From the platform, ${round}.`));
      expect(await Promise.all([says(mine, 'Hello.'), says(others, 'Hello.')])).toEqual([
        `From its own, ${round}.`,
        `From the platform, ${round}.`,
      ]);
    }
    expect(keysAt(theirs)).toEqual([`Bearer ${CANARY}`]);
    expect(keysAt(platform)).toEqual([`Bearer ${PLATFORM_KEY}`]);
  });

  it('is told in the chat that its key is refused, and nobody else is asked instead', async () => {
    const mine = await Conversation.open(owner, 'e2e');
    theirs.play(refuses(401));
    expect(await says(mine, 'Hello.')).toMatch(/My model cannot be used/);
    theirs.play(echoes(400));
    expect(await says(mine, 'Hello.')).toMatch(/my model is not answering/);
    expect(keysAt(platform)).toEqual([`Bearer ${PLATFORM_KEY}`]);
    expect(platform.requests).toHaveLength(3);
  });

  it('without its key is not asked for at all; without its address, by the platform’s again', async () => {
    const mine = await Conversation.open(owner, 'e2e');
    const asked = theirs.requests.length;
    await owner.remove(setting('apiKey'));
    expect(await says(mine, 'Hello.')).toMatch(/My model cannot be used/);
    expect([theirs.requests.length, platform.requests.length]).toEqual([asked, 3]);
    await owner.remove(setting('baseUrl'));
    platform.play(answers('From the platform again.'));
    expect(await says(mine, 'Hello.')).toBe('From the platform again.');
    expect(theirs.requests).toHaveLength(asked);
    await set('apiKey', CANARY);
  });

  it('may name no address of a private network, but those that the platform allows', async () => {
    for (const url of [platform.openAiUrl, 'https://169.254.169.254/v1', 'https://localhost/v1'])
      await expect(set('baseUrl', url)).rejects.toMatchObject({
        ...{ code: '422', details: expect.stringContaining('EGRESS_REFUSED') },
      });
  });

  it('sees which models it can use', async () => {
    const usable = async (account: Account) => {
      const { items } = await account.get<{ items: { provider: string; usable: boolean }[] }>(
        '/api/v1/models',
      );
      return [
        ...new Set(items.filter((item) => item.usable).map(({ provider }) => provider)),
      ].sort();
    };
    expect(await usable(owner)).toEqual(['demo', 'openai']);
    const gemini = '/api/v1/projects/_tenant/settings/vance.models.gemini.apiKey';
    await owner.put(gemini, JSON.stringify({ value: CANARY }));
    expect(await usable(owner)).toEqual(['demo', 'gemini', 'openai']);
    expect(await usable(other)).toEqual(['demo', 'openai']);
    await owner.remove(gemini);
  });

  it('finds its key nowhere: no answer, event, trace, record, job, row or log line', async () => {
    const shown = [
      await owner.get('/api/v1/projects/_tenant/settings'),
      await owner.get('/api/v1/projects/e2e/settings'),
      await owner.get(setting('apiKey')),
      await owner.get('/api/v1/models'),
    ];
    expect(JSON.stringify(shown)).toContain('"set":true');
    const database = cluster.mongo.db(cluster.database);
    // Traces are written half a second later at most.
    const traces = database.collection('llm_traces');
    await eventually(async () => expect(await traces.findOne()).not.toBeNull());
    const collections = await database.collections();
    const rows = await Promise.all(collections.map((rows) => rows.find().toArray()));
    const kept = Object.fromEntries(
      collections.map(({ collectionName }, i) => [collectionName, rows[i]]),
    );
    for (const name of ['llm_traces', 'session_events', 'audit_log'])
      expect({ name, some: (kept[name]?.length ?? 0) > 0 }).toEqual({ name, some: true });
    expect(redis.length).toBeGreaterThan(50);
    const logs = [...cluster.brains, ...cluster.workers].map(({ log }) => log);
    for (const text of [JSON.stringify(shown), JSON.stringify(kept), redis.join('\n'), ...logs]) {
      expect(text).not.toContain(CANARY);
      expect(text).not.toContain(PLATFORM_KEY);
    }
    expect(logs.join('\n')).toContain('[redacted]');
  });

  it('keeps its key when the master key changes', async () => {
    const { VANCE_MASTER_KEY: former, ...env } = cluster.env('tool');
    const config = loadConfig({
      ...env,
      VANCE_MASTER_KEY: Buffer.alloc(32, 3).toString('base64'),
      VANCE_MASTER_KEYS_OLD: former,
    });
    expect(await rotateSecrets(config)).toEqual({
      complete: true,
      lines: [
        'signing key: resealed',
        'secrets of tenants: 1 resealed, 0 sealed with the current key already',
      ],
    });
    expect(await rotateSecrets(config)).toMatchObject({
      lines: [
        'signing key: sealed with the current key already',
        'secrets of tenants: 0 resealed, 1 sealed with the current key already',
      ],
    });
    const record = cluster.mongo.db(cluster.database).collection('audit_log');
    const rows = await record.find({ action: 'keys-rotated' }).sort({ n: 1 }).toArray();
    expect(rows.map(({ data }) => auditKinds['keys-rotated'].parse(data))).toEqual([
      { signingKey: 'resealed', resealed: 1, unreadable: 0 },
      { signingKey: 'current', resealed: 0, unreadable: 0 },
    ]);
  });
});
