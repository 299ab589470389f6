import { calls, eventually, refuses, ScriptedModelServer, type ModelStep } from '@vance/testing';
import { type Account, Cluster, Conversation } from './harness';

const act = (type: string, more: object = {}): ModelStep =>
  calls({
    name: 'arthur_action',
    arguments: JSON.stringify({ type, reason: 'scripted', ...more }),
  });
const says = (message: string): ModelStep => act('ANSWER', { message });
const looks = calls({ name: 'current_time', arguments: '{}' });

/** Dollars per million tokens: an answer of the script takes 50 in, 30 of them cached, and 7 out. */
const MODELS = `
models:
  openai:dear: { api: chat, pricing: { input: 10, cached: 1, output: 100 } }
  openai:cheap: { api: chat, pricing: { input: 1, output: 10 } }
  openai:unpriced: { api: chat }
`;
const DEAR = (20 * 10 + 30 * 1 + 7 * 100) / 1e6;
const CHEAP = (50 * 1 + 7 * 10) / 1e6;

interface Usage {
  readonly requests: number;
  readonly failed: number;
  readonly corrections: number;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cachedTokens: number;
  readonly cost: number;
  readonly unpriced: number;
}
interface UsagePage {
  readonly items: (Usage & { readonly key: string })[];
  readonly total: Usage;
  readonly cursor?: string;
}
interface TracePage {
  readonly items: Record<string, unknown>[];
  readonly cursor?: string;
}

describe('what tenants use', () => {
  let model: ScriptedModelServer;
  let cluster: Cluster;
  let acme: Account;
  let globex: Account;

  beforeAll(async () => {
    model = await ScriptedModelServer.start();
    cluster = await Cluster.start({ brains: 2, env: { OPENAI_BASE_URL: model.openAiUrl } });
    [acme, globex] = [await cluster.account(0), await cluster.anotherTenant(1)];
    for (const account of [acme, globex]) {
      const at = '/api/v1/projects/_tenant/documents/ai-models.yaml';
      await account.put(at, MODELS, 'application/yaml');
    }
  });
  afterAll(async () => {
    await cluster?.stop();
    await model?.close();
  });

  async function talk(account: Account, spec: string): Promise<Conversation> {
    const name = `with-${spec.replace(/\W+/g, '-')}`;
    const recipe = `name: ${name}\ntitle: T\ndescription: d\nengine: arthur\nparams: { model: "${spec}" }\n`;
    await account.put(`/api/v1/projects/e2e/recipes/${name}`, recipe, 'application/yaml');
    return Conversation.open(account, 'e2e', name);
  }
  async function say(conversation: Conversation, words: string, ...steps: ModelStep[]) {
    model.play(...steps);
    const { seq } = await conversation.send(words);
    await conversation.connection.event(
      (event) => event.seq > seq && event.type === 'process-progress' && event.status !== 'RUNNING',
    );
  }
  /** Traces are written half a second later at most: it is asked until all are there. */
  async function usage(account: Account, query: string, requests: number): Promise<UsagePage> {
    const ask = () => account.get<UsagePage>(`/api/v1/insights/usage${query}`);
    await eventually(async () =>
      expect((await ask()).total.requests).toBeGreaterThanOrEqual(requests),
    );
    return ask();
  }
  const traces = (account: Account, processId: string, more = '') =>
    account.get<TracePage>(`/api/v1/insights/traces?processId=${processId}${more}`);
  /** The same, asked until so many are there. */
  async function allTraces(count: number, processId: string, more = ''): Promise<TracePage> {
    const ask = () => traces(acme, processId, more);
    await eventually(async () => expect((await ask()).items.length).toBeGreaterThanOrEqual(count));
    return ask();
  }

  it('is summed by what was asked of which model, with its cost, each tenant its own', async () => {
    const [dear, cheap] = [await talk(acme, 'openai:dear'), await talk(acme, 'openai:cheap')];
    const theirs = await talk(globex, 'openai:unpriced');
    await say(dear, 'What time is it?', looks, says('Noon.'));
    await say(cheap, 'Hello.', says('Hello.'));
    await say(theirs, 'Hello.', says('Good day.'));

    const { items, total } = await usage(acme, '?groupBy=model', 3);
    expect(items).toEqual([
      {
        key: 'openai:cheap',
        ...{
          requests: 1,
          failed: 0,
          corrections: 0,
          inputTokens: 50,
          outputTokens: 7,
          cachedTokens: 30,
        },
        ...{ cost: expect.closeTo(CHEAP, 9), unpriced: 0 },
      },
      {
        key: 'openai:dear',
        ...{
          requests: 2,
          failed: 0,
          corrections: 0,
          inputTokens: 100,
          outputTokens: 14,
          cachedTokens: 60,
        },
        ...{ cost: expect.closeTo(2 * DEAR, 9), unpriced: 0 },
      },
    ]);
    expect(total).toMatchObject({ requests: 3, inputTokens: 150 });
    expect(total.cost).toBeCloseTo(2 * DEAR + CHEAP, 9);
    const other = await usage(globex, '?groupBy=model', 1);
    expect(other.items).toMatchObject([{ key: 'openai:unpriced', cost: 0, unpriced: 1 }]);

    const days = await usage(acme, '', 3);
    expect(days.items).toMatchObject([{ key: new Date().toISOString().slice(0, 10) }]);
    const page = await usage(acme, '?groupBy=recipe&limit=1', 3);
    expect(page.items).toHaveLength(1);
    const rest = await usage(acme, `?groupBy=recipe&limit=1&cursor=${page.cursor!}`, 3);
    expect([page.items[0]!.key, rest.items[0]!.key]).toEqual([
      'with-openai-cheap',
      'with-openai-dear',
    ]);
    expect(rest.cursor).toBeUndefined();
  });

  it('can be followed question by question: calls, corrections, why another model answered', async () => {
    const conversation = await talk(acme, 'openai:dear,openai:cheap');
    await say(conversation, 'Well?', act('NO_SUCH_ACTION'), looks, refuses(401), says('Here.'));
    const page = await allTraces(3, conversation.processId);
    expect(page.items).toMatchObject([
      { iteration: 0, model: 'openai:dear', actionTypes: ['NO_SUCH_ACTION'], corrections: 0 },
      { iteration: 1, model: 'openai:dear', toolCalls: ['current_time'], corrections: 1 },
      { model: 'openai:cheap', actionTypes: ['ANSWER'], tries: 2, fallbackReason: 'unauthorized' },
    ]);
    for (const item of page.items)
      expect(item).toMatchObject({
        ...{ outcome: 'ok', processId: conversation.processId, inputTokens: 50, mode: 'NORMAL' },
        ...{ latencyMs: expect.any(Number), recipe: 'with-openai-dear-openai-cheap' },
      });
    expect(JSON.stringify(page)).not.toContain('Well?');
    const recipes = await usage(acme, '?groupBy=recipe&limit=100', 6);
    expect(recipes.items.map(({ key, corrections }) => [key, corrections])).toContainEqual([
      'with-openai-dear-openai-cheap',
      1,
    ]);
    expect(recipes.total).toMatchObject({ corrections: 1, failed: 0, unpriced: 0 });
    const first = await traces(acme, conversation.processId, '&limit=2');
    const last = await traces(acme, conversation.processId, `&limit=2&cursor=${first.cursor!}`);
    expect([...first.items, ...last.items]).toEqual(page.items);
  });

  it('keeps what was said where the tenant wants it, from the next turn on', async () => {
    const conversation = await talk(acme, 'openai:cheap');
    const setting = '/api/v1/projects/_tenant/settings/vance.tracing.content';
    await acme.put(setting, JSON.stringify({ value: true }));
    await say(conversation, 'What we say now is kept.', says('So be it.'));
    await acme.remove(setting);
    await say(conversation, 'And this is not.', says('As you like.'));
    const page = await allTraces(2, conversation.processId, '&content=true');
    const [kept, not] = page.items;
    expect(kept!['content']).toContain('What we say now is kept.');
    expect(kept!['content']).toContain('So be it.');
    expect(not).not.toHaveProperty('content');
    const quiet = await traces(acme, conversation.processId);
    expect(quiet.items.every((item) => !('content' in item))).toBe(true);
  });

  it('is an administrator’s to see, of the own tenant alone', async () => {
    const conversation = await talk(acme, 'openai:cheap');
    await expect(traces(globex, conversation.processId)).rejects.toMatchObject({ code: '404' });
    const wrong = ['?from=yesterday', '?groupBy=nothing', '?from=2030-01-01T00:00:00Z', '?x=1'];
    for (const query of wrong)
      await expect(acme.get(`/api/v1/insights/usage${query}`)).rejects.toMatchObject({
        code: '400',
      });
    await expect(acme.get('/api/v1/insights/traces')).rejects.toMatchObject({ code: '400' });
  });
});
