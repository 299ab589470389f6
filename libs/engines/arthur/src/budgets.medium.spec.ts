import { Redis } from 'ioredis';
import { BudgetsModule, MinuteCounters } from '@vance/budgets';
import { Database, SpendingRepository } from '@vance/data';
import { SettingsService } from '@vance/documents';
import { Waiting } from '@vance/engine-core/testing';
import { callTools } from '@vance/llm/testing';
import type { BudgetName } from '@vance/kernel';
import { testDatabaseUri, testServices } from '@vance/testing';
import { ArthurWorld, answer } from './testing/arthur-world';

/** Waits as long as it takes to do what the test says a wait is. */
class ToldWaiting extends Waiting {
  readonly waits: number[] = [];
  wait: (signal: AbortSignal) => Promise<unknown> = () => Promise.resolve();

  async seconds(count: number, signal: AbortSignal): Promise<void> {
    this.waits.push(count);
    await this.wait(signal);
  }
}

const look = callTools(['current_time', {}]);
const OVER = expect.stringContaining('budget for models is used up');

describe('a turn of a tenant with a budget', () => {
  const waiting = new ToldWaiting();
  let arthur: ArthurWorld;
  let redis: Redis;

  beforeAll(async () => {
    const { redisUrl } = testServices();
    redis = new Redis(redisUrl);
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-budgets'), {
      documents: true,
      waiting,
      more: [BudgetsModule.forRoot(() => MinuteCounters.overRedis(redisUrl, () => undefined))],
    });
  });
  afterAll(async () => {
    redis.disconnect();
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
    waiting.waits.length = 0;
    waiting.wait = () => Promise.resolve();
    await nextMinute();
    await nextDay();
  });
  afterEach(async () => {
    expect(arthur.end()).toBe(0);
    for (const name of set.splice(0))
      await settings().remove(scope(), '_tenant', name, 'usr_admin');
  });

  const set: string[] = [];
  const scope = () => arthur.world.scope;
  const settings = () => arthur.world.app.get(SettingsService);
  const limit = async (name: BudgetName, value: number) => {
    const key = `vance.budgets.${name}`;
    if (!set.includes(key)) set.push(key);
    await settings().put(scope(), '_tenant', key, value, 'usr_admin');
  };
  const nextMinute = async () => {
    const { tenantId } = scope();
    await redis.del(`vance:budget:${tenantId}:requests`, `vance:budget:${tenantId}:tokens`);
  };
  const nextDay = async () => {
    const rows = arthur.world.app.get(Database).connection.collection('tenant_spending');
    await arthur.world.app.get(SpendingRepository).flush();
    await rows.deleteMany({});
  };

  it('waits for the next minute and goes on, each question counted once', async () => {
    await limit('requestsPerMinute', 2);
    waiting.wait = nextMinute;
    // The message has paid for the first question: two more fit into the minute.
    arthur.model.play(look, look, look, answer('Four questions.'));
    await arthur.chat.send('Look three times.');
    expect(arthur.chat.said()).toEqual(['Four questions.']);
    expect(waiting.waits).toHaveLength(1);
    expect(waiting.waits[0]).toBeGreaterThan(0);
    expect(waiting.waits[0]).toBeLessThanOrEqual(60);
  });

  it('that waited three times in vain ends with a word about it, and the next message goes on', async () => {
    await limit('requestsPerMinute', 1);
    arthur.model.play(look, look);
    await arthur.chat.send('Look twice.');
    expect(waiting.waits).toHaveLength(3);
    expect(arthur.chat.said()).toEqual([OVER]);
    expect(await arthur.chat.state()).toBe('NORMAL BLOCKED none user');
    arthur.model.play(answer('Seen.'));
    await arthur.chat.send('And now?');
    expect(arthur.chat.said()).toEqual([OVER, 'Seen.']);
  });

  it('is halted while it waits', async () => {
    await limit('requestsPerMinute', 1);
    const halted: Promise<unknown>[] = [];
    waiting.wait = (signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
        halted.push(arthur.chat.halt());
      });
    arthur.model.play(look, look);
    await arthur.chat.send('Look twice.');
    await Promise.all(halted);
    expect(arthur.chat.said()).toEqual([]);
    expect(await arthur.chat.state()).toBe('NORMAL IDLE none -');
  });

  it('ends when the day’s tokens are used up, on record, and goes on when there are more', async () => {
    await limit('tokensPerDay', 120);
    arthur.model.play(look);
    await arthur.chat.send('Look.');
    expect(waiting.waits).toEqual([]);
    expect(arthur.chat.said()).toEqual([OVER]);
    expect(JSON.stringify(arthur.world.log.lines)).toContain('over-budget: The tenant');
    await limit('tokensPerDay', 1_000);
    arthur.model.play(answer('Here I am.'));
    await arthur.chat.send('Again, please.');
    expect(arthur.chat.said()).toEqual([OVER, 'Here I am.']);
  });

  it('counts what it takes although nothing is bounded yet', async () => {
    arthur.model.play(answer('Done.'));
    await arthur.chat.send('Hello.');
    const spending = arthur.world.app.get(SpendingRepository);
    await spending.flush();
    expect(await spending.today(scope())).toMatchObject({ tokens: 120 });
  });
});
