import { Injectable, type OnApplicationShutdown, type OnModuleInit } from '@nestjs/common';
import { AppConfig } from '@vance/config';
import { ProcessRepository, SpendingRepository, type Spend } from '@vance/data';
import { TenantConfig } from '@vance/documents';
import { Recent, type Budgets, type TenantScope } from '@vance/kernel';
import { Metrics } from '@vance/observability';
import { budgetExceeded, exceeded, type Exceeded, type Use } from './core/exceeded';
import { hasDayBudget, tighter } from './core/limits';
import { MinuteCounters } from './minute-counters';

/** How long the limits of a tenant are known: an edit counts within a second, at once where it was made. */
const KNOWN_MS = 1_000;

/** Nobody knows when a process will be closed; after so long it is worth another look. */
const PROCESS_RETRY_SECONDS = 60;

/**
 * What tenants may spend, judged over all replicas. Minutes are counted in Redis, which may be lost, and a minute with it;
 * days in MongoDB. What a tenant has no limit for costs nobody a wait.
 */
@Injectable()
export class BudgetService implements OnModuleInit, OnApplicationShutdown {
  private readonly known = new Recent<{ readonly revision: number; readonly limits: Budgets }>(
    5_000,
  );

  constructor(
    private readonly config: AppConfig,
    private readonly tenants: TenantConfig,
    private readonly spending: SpendingRepository,
    private readonly processes: ProcessRepository,
    private readonly minutes: MinuteCounters,
    private readonly metrics: Metrics,
  ) {}

  onModuleInit(): Promise<void> {
    return this.minutes.open();
  }

  onApplicationShutdown(): void {
    this.minutes.close();
  }

  /** What holds for a tenant: its own limits and the platform's. */
  async limits(scope: TenantScope): Promise<Budgets> {
    const known = this.known.get(scope.tenantId);
    if (known !== undefined && known.revision === this.tenants.seen(scope)) return known.limits;
    const { budgets, revision } = await this.tenants.read(scope);
    const limits = this.holding(budgets);
    this.known.set(scope.tenantId, { revision, limits }, KNOWN_MS);
    return limits;
  }

  /**
   * Lets a user's message in, which pays for the first question it leads to.
   * @throws DomainError BUDGET_EXCEEDED with the seconds to wait
   */
  async admitMessage(scope: TenantScope): Promise<void> {
    const over = await this.admitQuestion(scope, await this.limits(scope));
    if (over !== undefined) throw budgetExceeded(over);
  }

  /**
   * Lets a question to a model in and counts it, unless it is `paid` for; undefined: it may be put.
   * @param own the tenant's own limits, as its turn has read them
   */
  async admitQuestion(
    scope: TenantScope,
    own: Budgets,
    { paid = false }: { readonly paid?: boolean } = {},
  ): Promise<Exceeded | undefined> {
    const limits = this.holding(own);
    const uses = await Promise.all([this.dayUses(scope, limits), this.tokenUses(scope, limits)]);
    // A question that is refused, for whichever budget, is not counted as asked.
    const over =
      exceeded(limits, uses.flat()) ?? (paid ? undefined : await this.ask(scope, limits));
    if (over !== undefined) this.metrics.budgetRefusals.inc({ budget: over.budget });
    return over;
  }

  /** Counts what an answer took. Resolves at once for a tenant that no budget waits for. */
  async charge(scope: TenantScope, own: Budgets, spend: Spend): Promise<void> {
    const limits = this.holding(own);
    const { tokensPerMinute } = limits;
    if (!hasDayBudget(limits)) this.spending.note(scope, spend);
    await Promise.all([
      hasDayBudget(limits) ? this.spending.add(scope, spend) : undefined,
      tokensPerMinute === undefined
        ? undefined
        : this.minutes.add(keys.tokens(scope), spend.tokens),
    ]);
  }

  /**
   * Makes a process, if the tenant may have one more, however many are being made at the same time anywhere.
   * @throws DomainError BUDGET_EXCEEDED
   */
  async admitProcess<T>(scope: TenantScope, processId: string, make: () => Promise<T>): Promise<T> {
    const limits = await this.limits(scope);
    const { liveProcesses: limit } = limits;
    if (limit === undefined) return make();
    try {
      const before = await this.spending.announceStart(scope, processId);
      const live = await this.processes.countLive(scope, limit, before);
      const used = live + before.length;
      const over = exceeded(limits, [
        { budget: 'liveProcesses', used, retryAfterSeconds: PROCESS_RETRY_SECONDS },
      ]);
      if (over === undefined) return await make();
      this.metrics.budgetRefusals.inc({ budget: over.budget });
      throw budgetExceeded(over);
    } finally {
      // Where it fails, the announcement ends by itself.
      await this.spending.endStart(scope, processId).catch(() => undefined);
    }
  }

  /** How much of each budget that holds is used. */
  async uses(scope: TenantScope): Promise<readonly (Use & { readonly limit: number })[]> {
    const limits = await this.limits(scope);
    const { requestsPerMinute, liveProcesses } = limits;
    const uses = await Promise.all([
      requestsPerMinute === undefined
        ? []
        : this.minutes
            .read(keys.requests(scope))
            .then((minute) => [{ ...minute, budget: 'requestsPerMinute' as const }]),
      this.tokenUses(scope, limits),
      this.dayUses(scope, limits),
      liveProcesses === undefined
        ? []
        : this.processes
            .countLive(scope, Number.MAX_SAFE_INTEGER, [])
            .then((used) => [
              { budget: 'liveProcesses' as const, used, retryAfterSeconds: PROCESS_RETRY_SECONDS },
            ]),
    ]);
    return uses.flat().flatMap((use) => {
      const limit = limits[use.budget];
      return limit === undefined ? [] : [{ ...use, limit }];
    });
  }

  private holding(own: Budgets): Budgets {
    return tighter(this.config.budgets, own);
  }

  private async ask(
    scope: TenantScope,
    { requestsPerMinute: limit }: Budgets,
  ): Promise<Exceeded | undefined> {
    if (limit === undefined) return undefined;
    const { taken, ...minute } = await this.minutes.take(keys.requests(scope), limit);
    return taken ? undefined : { budget: 'requestsPerMinute', limit, ...minute };
  }

  private async tokenUses(scope: TenantScope, limits: Budgets): Promise<readonly Use[]> {
    if (limits.tokensPerMinute === undefined) return [];
    return [{ budget: 'tokensPerMinute', ...(await this.minutes.read(keys.tokens(scope))) }];
  }

  private async dayUses(scope: TenantScope, limits: Budgets): Promise<readonly Use[]> {
    if (!hasDayBudget(limits)) return [];
    const { tokens, cost, secondsLeft } = await this.spending.today(scope);
    const retryAfterSeconds = Math.max(1, secondsLeft);
    return [
      { budget: 'tokensPerDay', used: tokens, retryAfterSeconds },
      { budget: 'costPerDay', used: cost, retryAfterSeconds },
    ];
  }
}

const keys = {
  requests: ({ tenantId }: TenantScope): string => `${tenantId}:requests`,
  tokens: ({ tenantId }: TenantScope): string => `${tenantId}:tokens`,
};
