import { randomUUID } from 'node:crypto';
import { eventually } from '@vance/testing';
import { type Account, answer, Cluster, Conversation, PlanTalk, WireRefusal } from './harness';

const SETTING = '/api/v1/projects/_tenant/settings/vance.budgets.';

/** What an attempt was told: its code, or `ok`. */
const told = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof WireRefusal ? error.code : String(error)),
  );
const numberOf = (words: readonly string[], word: string): number =>
  words.filter((one) => one === word).length;

describe('budgets of a tenant, on two brains and two workers', () => {
  let cluster: Cluster;
  let there: Account;

  beforeAll(async () => {
    cluster = await Cluster.start({
      brains: 2,
      workers: 2,
      env: { VANCE_BUDGETS: 'requestsPerMinute=200' },
    });
    await cluster.account();
    there = await cluster.account(1);
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const here = () => cluster.account(0);
  const limit = async (name: string, value: number) =>
    (await here()).put(SETTING + name, JSON.stringify({ value }));
  const lift = async (name: string) => (await here()).remove(SETTING + name);
  /** As nothing tells when a brain has heard of an edit, it is asked until it has. */
  const until = (account: Account, holds: (budgets: string) => boolean): Promise<void> =>
    eventually(async () => {
      const uses = await account.get<object>('/api/v1/insights/budgets');
      expect(holds(JSON.stringify(uses))).toBe(true);
    });
  const both = async (holds: (budgets: string) => boolean): Promise<void> => {
    await Promise.all([await here(), there].map((account) => until(account, holds)));
  };
  const raw = (account: Account, processId: string) =>
    fetch(`${account.url}/api/v1/processes/${processId}/messages`, {
      method: 'POST',
      headers: { authorization: `Bearer ${account.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ clientMessageId: randomUUID(), content: 'Once more.' }),
    });

  it('let exactly so many messages in, over REST and sockets of both brains; the rest is told when to come', async () => {
    const talks = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        nth % 2 === 0
          ? here().then((account) => Conversation.open(account, 'e2e'))
          : Conversation.open(there, 'e2e'),
      ),
    );
    for (const { marker } of talks) cluster.model.play(marker, answer('Heard.'));
    await limit('requestsPerMinute', 5);
    await both((uses) => uses.includes('"limit":5'));
    const words = await Promise.all(
      talks.map((talk, nth) =>
        told(
          nth % 4 < 2
            ? talk.send('Hello.')
            : talk.account.post(`/api/v1/processes/${talk.processId}/messages`, {
                clientMessageId: randomUUID(),
                content: `${talk.marker} Hello.`,
              }),
        ),
      ),
    );
    expect(numberOf(words, 'ok')).toBe(5);
    expect(words.length - numberOf(words, 'ok')).toBe(
      numberOf(words, 'BUDGET_EXCEEDED') + numberOf(words, '429'),
    );

    const refused = await raw(there, talks[0]!.processId);
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60);
    expect(await refused.json()).toMatchObject({
      code: 'BUDGET_EXCEEDED',
      detail: expect.stringContaining('try again in'),
      details: { budget: 'requestsPerMinute', limit: 5 },
    });
    const asked = talks[0]!
      .send('And again.')
      .catch(({ code, details }: WireRefusal) => [code, details]);
    expect(await asked).toEqual([
      'BUDGET_EXCEEDED',
      { budget: 'requestsPerMinute', limit: 5, retryAfterSeconds: expect.any(Number) },
    ]);
    // Another tenant has its own minute.
    const other = await Conversation.open(await cluster.anotherTenant(1), 'e2e');
    cluster.model.play(other.marker, answer('Good day.'));
    await other.send('Hello.');
    await other.connection.says('Good day.');
    await lift('requestsPerMinute');
    await both((uses) => !uses.includes('"limit":5'));
  });

  it('end a turn whose day is used up with a word, refuse the next message, and a raise lets it go on', async () => {
    const talk = await PlanTalk.open(cluster);
    await talk.toPlanning();
    const { items } = await (
      await here()
    ).get<{ items: { budget: string; used: number }[] }>('/api/v1/insights/budgets');
    expect(items.map(({ budget }) => budget)).toEqual(['requestsPerMinute']);
    await limit('tokensPerDay', 1);
    // Approving is no message: it is recorded, and the work it starts ends before it costs anything.
    const before = talk.requests.length;
    await talk.decide('approve', 1);
    const stopped = await talk.rests();
    expect(stopped).toMatchObject({ mode: 'EXECUTING', status: 'BLOCKED', waitingFor: 'user' });
    expect(talk.requests).toHaveLength(before);
    expect(talk.since('chat-message-appended').at(-1)?.message.content).toContain(
      'budget for models is used up',
    );
    await both((uses) => uses.includes('"tokensPerDay"'));
    expect(await told(talk.send('Go on.'))).toBe('BUDGET_EXCEEDED');
    const { budget, retryAfterSeconds } = (await talk
      .send('Go on.')
      .catch(
        ({ details }: WireRefusal) => details as { budget: string; retryAfterSeconds: number },
      )) as { budget: string; retryAfterSeconds: number };
    expect(budget).toBe('tokensPerDay');
    expect(retryAfterSeconds).toBeLessThanOrEqual(24 * 3600);

    await limit('tokensPerDay', 1_000_000_000);
    await both((uses) => uses.includes('1000000000'));
    const after = await talk.say('Go on.', answer('As planned.'));
    expect(after.mode).toBe('EXECUTING');
    await lift('tokensPerDay');
  });

  it('bound processes that are not closed, however many are begun at once on both brains', async () => {
    const [one, other] = [await cluster.anotherTenant(0), await cluster.anotherTenant(1)];
    const sessions = '/api/v1/projects/e2e/sessions';
    await one.put(`${SETTING}liveProcesses`, JSON.stringify({ value: 4 }));
    await until(one, (uses) => uses.includes('"limit":4'));
    const twin = { ...one, url: cluster.url(1) };
    const elsewhere = Object.assign(Object.create(Object.getPrototypeOf(one)) as Account, twin);
    await until(elsewhere, (uses) => uses.includes('"limit":4'));
    const opened: string[] = [];
    const words = await Promise.all(
      Array.from({ length: 16 }, (_, nth) =>
        told(
          (nth % 2 === 0 ? one : elsewhere)
            .post<{ sessionId: string }>(sessions, {})
            .then(({ sessionId }) => opened.push(sessionId)),
        ),
      ),
    );
    expect([numberOf(words, 'ok'), numberOf(words, '429')]).toEqual([4, 12]);
    expect(await told(Conversation.open(elsewhere, 'e2e'))).toBe('BUDGET_EXCEEDED');
    expect(await told(Conversation.open(other, 'e2e'))).toBe('ok');
    await one.remove(`/api/v1/sessions/${opened[0]!}`);
    expect(await told(Conversation.open(elsewhere, 'e2e'))).toBe('ok');
  });
});
