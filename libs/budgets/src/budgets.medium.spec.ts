import { ProcessRepository, SpendingRepository } from '@vance/data';
import { testProcess } from '@vance/data/testing';
import { SettingsService } from '@vance/documents';
import { DocumentsApp } from '@vance/documents/testing';
import { newId, tenantScope, type BudgetName, type TenantScope } from '@vance/kernel';
import { TENANT_PROJECT } from '@vance/tenancy';
import { testServices } from '@vance/testing';
import { BudgetsModule } from './budgets.module';
import { BudgetService } from './budgets.service';
import { budgetExceeded } from './core/exceeded';
import { MinuteCounters } from './minute-counters';

const at = (redisUrl: string) => ({
  more: [BudgetsModule.forRoot(() => MinuteCounters.overRedis(redisUrl, () => undefined))],
});

describe('budgets of tenants, over two replicas', () => {
  let first: DocumentsApp;
  let replicas: DocumentsApp[];
  let scope: TenantScope;

  beforeAll(async () => {
    const options = {
      ...at(testServices().redisUrl),
      env: { VANCE_BUDGETS: 'requestsPerMinute=30' },
    };
    first = await DocumentsApp.start('budgets', options);
    replicas = [first, await first.replica(options)];
    await Promise.all(replicas.map(({ module }) => module.init()));
  });
  afterAll(async () => {
    await replicas[1]!.stop();
    await first.drop();
  });
  beforeEach(() => {
    scope = tenantScope(newId('usr'));
  });

  const budgets = (nth: number): BudgetService =>
    replicas[nth % replicas.length]!.module.get(BudgetService);
  const spending = (): SpendingRepository => first.module.get(SpendingRepository);
  const spendings = () => first.database.connection.collection<{ _id: string }>('tenant_spending');
  const limit = (name: BudgetName, value: number) =>
    first.module
      .get(SettingsService)
      .put(scope, TENANT_PROJECT, `vance.budgets.${name}`, value, 'usr_admin');
  /** What each of so many attempts at once was told, the replicas in turn. */
  const race = async (count: number, attempt: (nth: number) => Promise<unknown>) => {
    const attempts = Array.from({ length: count }, (_, nth) =>
      attempt(nth).then(
        () => 'admitted',
        ({ code }: { code: string }) => code,
      ),
    );
    const told = await Promise.all(attempts);
    return { admitted: told.filter((one) => one === 'admitted').length, told: new Set(told) };
  };

  it('count at once on the replica where they were edited', async () => {
    await budgets(0).admitMessage(scope);
    await limit('requestsPerMinute', 1);
    await budgets(0)
      .admitMessage(scope)
      .catch(() => undefined);
    await expect(budgets(0).admitMessage(scope)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
  });

  describe('of a minute', () => {
    it('let exactly so many messages in, wherever they arrive', async () => {
      await limit('requestsPerMinute', 7);
      const { admitted, told } = await race(40, (nth) => budgets(nth).admitMessage(scope));
      expect(admitted).toBe(7);
      expect(told).toEqual(new Set(['admitted', 'BUDGET_EXCEEDED']));
    });

    it('say when to come again, and which it was', async () => {
      await limit('requestsPerMinute', 1);
      await budgets(0).admitMessage(scope);
      const refusal = await budgets(1)
        .admitMessage(scope)
        .catch((error: unknown) => error);
      expect(refusal).toMatchObject({
        status: 429,
        data: { budget: 'requestsPerMinute', limit: 1, retryAfterSeconds: expect.any(Number) },
      });
      const { retryAfterSeconds } = (refusal as { data: { retryAfterSeconds: number } }).data;
      expect(retryAfterSeconds).toBeGreaterThan(0);
      expect(retryAfterSeconds).toBeLessThanOrEqual(60);
    });

    it('that are raised have room at once, however many were refused before', async () => {
      const ask = (own: { requestsPerMinute: number }) => async (nth: number) => {
        const over = await budgets(nth).admitQuestion(scope, own);
        if (over !== undefined) throw budgetExceeded(over);
      };
      expect((await race(40, ask({ requestsPerMinute: 2 }))).admitted).toBe(2);
      expect(await budgets(0).admitQuestion(scope, { requestsPerMinute: 2 })).toMatchObject({
        ...{ used: 2, limit: 2 },
      });
      expect((await race(40, ask({ requestsPerMinute: 8 }))).admitted).toBe(6);
      const [{ used } = { used: 0 }] = await budgets(1).uses(scope);
      expect(used).toBe(8);
    });

    it('are not the tenant’s alone: the platform’s holds where it is smaller', async () => {
      await limit('requestsPerMinute', 1000);
      expect((await race(50, (nth) => budgets(nth).admitMessage(scope))).admitted).toBe(30);
    });

    it('of one tenant leave another’s alone', async () => {
      await limit('requestsPerMinute', 1);
      await race(10, (nth) => budgets(nth).admitMessage(scope));
      const other = tenantScope(newId('usr'));
      expect((await race(30, (nth) => budgets(nth).admitMessage(other))).admitted).toBe(30);
    });

    it('count tokens when the answer is there: the next question is refused', async () => {
      const own = { tokensPerMinute: 100 };
      await budgets(0).charge(scope, own, { tokens: 99, cost: 0 });
      expect(await budgets(1).admitQuestion(scope, own)).toBeUndefined();
      await budgets(1).charge(scope, own, { tokens: 2, cost: 0 });
      expect(await budgets(0).admitQuestion(scope, own)).toMatchObject({
        budget: 'tokensPerMinute',
        used: 101,
      });
    });

    it('leave a question that is paid for alone, and one that was refused uncounted', async () => {
      const own = { requestsPerMinute: 1, tokensPerMinute: 1 };
      await budgets(0).charge(scope, own, { tokens: 5, cost: 0 });
      await budgets(0).admitQuestion(scope, own);
      expect(
        await budgets(0).admitQuestion(scope, { requestsPerMinute: 1 }, { paid: true }),
      ).toBeUndefined();
      expect(await budgets(0).admitQuestion(scope, { requestsPerMinute: 1 })).toBeUndefined();
      expect(await budgets(1).admitQuestion(scope, { requestsPerMinute: 1 })).toBeDefined();
    });
  });

  describe('of a day', () => {
    it('are summed over all replicas at once, nothing is lost', async () => {
      const own = { tokensPerDay: 1_000_000, costPerDay: 1_000 };
      await race(60, (nth) => budgets(nth).charge(scope, own, { tokens: 10, cost: 0.5 }));
      expect(await spending().today(scope)).toMatchObject({ tokens: 600, cost: 30 });
    });

    it.each([{ tokensPerDay: 500 }, { costPerDay: 2 }])('%j end at midnight', async (own) => {
      await budgets(0).charge(scope, own, { tokens: 499, cost: 1.99 });
      expect(await budgets(1).admitQuestion(scope, own)).toBeUndefined();
      await budgets(1).charge(scope, own, { tokens: 1, cost: 0.01 });
      const over = await budgets(0).admitQuestion(scope, own);
      expect(over).toMatchObject({ budget: Object.keys(own)[0] });
      expect(over?.retryAfterSeconds).toBeLessThanOrEqual(24 * 3600);
      // Midnight passes: the sums stand for the day before.
      const yesterday = new Date(Date.now() - 24 * 3_600_000);
      await spendings().updateOne({ _id: scope.tenantId }, { $set: { day: yesterday } });
      expect(await budgets(0).admitQuestion(scope, own)).toBeUndefined();
      await budgets(0).charge(scope, own, { tokens: 3, cost: 0.5 });
      expect(await spending().today(scope)).toMatchObject({ tokens: 3, cost: 0.5 });
    });

    it('hold at once when they are set in the middle of one: sums are kept without a budget too', async () => {
      await budgets(0).charge(scope, {}, { tokens: 70, cost: 0 });
      await replicas[0]!.module.get(SpendingRepository).flush();
      // What this one has noted itself it need not store first.
      await budgets(1).charge(scope, {}, { tokens: 40, cost: 0 });
      expect(await budgets(1).admitQuestion(scope, { tokensPerDay: 110 })).toMatchObject({
        used: 110,
      });
    });
  });

  describe('of live processes', () => {
    const start = (nth: number, processId = newId('prc')) =>
      budgets(nth).admitProcess(scope, processId, () =>
        replicas[nth % replicas.length]!.module.get(ProcessRepository).create(
          scope,
          testProcess({ _id: processId, tenantId: scope.tenantId }),
        ),
      );

    it('let exactly so many be made at once, wherever', async () => {
      await limit('liveProcesses', 5);
      const { admitted, told } = await race(30, (nth) => start(nth));
      expect(admitted).toBe(5);
      expect(told).toEqual(new Set(['admitted', 'BUDGET_EXCEEDED']));
      expect(await first.module.get(ProcessRepository).countLive(scope, 100, [])).toBe(5);
    });

    it('have room again when one is closed', async () => {
      await limit('liveProcesses', 1);
      const closed = newId('prc');
      await start(0, closed);
      await expect(start(1)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED', status: 429 });
      const processes = first.database.connection.collection<{ _id: string }>('processes');
      await processes.updateOne({ _id: closed }, { $set: { status: 'CLOSED' } });
      await start(1);
    });

    it('do not count one whose making failed, nor for long one whose maker died', async () => {
      await limit('liveProcesses', 1);
      const fails = budgets(0).admitProcess(scope, newId('prc'), () =>
        Promise.reject(new Error('no')),
      );
      await expect(fails).rejects.toThrow('no');
      await spending().announceStart(scope, newId('prc'));
      await expect(start(0)).rejects.toMatchObject({ code: 'BUDGET_EXCEEDED' });
      await spendings().updateOne(
        { _id: scope.tenantId },
        { $set: { 'starting.0.at': new Date(0) } },
      );
      await start(0);
    });
  });

  it('tell an administrator how much of each that holds is used', async () => {
    await limit('tokensPerDay', 1_000);
    await limit('liveProcesses', 4);
    await budgets(0).charge(scope, { tokensPerDay: 1_000 }, { tokens: 12, cost: 0 });
    const uses = await budgets(0).uses(scope);
    expect(uses.map(({ budget, used, limit: most }) => [budget, used, most])).toEqual([
      ['requestsPerMinute', 0, 30],
      ['tokensPerDay', 12, 1_000],
      ['liveProcesses', 0, 4],
    ]);
  });
});

describe('a replica whose Redis is away', () => {
  it('counts minutes for itself', async () => {
    // A port that nothing listens at.
    const replica = await DocumentsApp.start('budgets-alone', at('redis://127.0.0.1:1'));
    await replica.module.init();
    const scope = tenantScope(newId('usr'));
    const own = { requestsPerMinute: 2 };
    const ask = () => replica.module.get(BudgetService).admitQuestion(scope, own);
    expect([await ask(), await ask()]).toEqual([undefined, undefined]);
    expect(await ask()).toMatchObject({ budget: 'requestsPerMinute', used: 2 });
    const raised = { requestsPerMinute: 3 };
    expect(await replica.module.get(BudgetService).admitQuestion(scope, raised)).toBeUndefined();
    await replica.drop();
  });
});
