import type { Collection, Document } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import type { Database } from '../database';
import { isDuplicateKey } from '../tenancy/duplicate-key';
import { spendingSchema, type SpendingDocument } from './spending.schema';

/** Tokens, in and out, and US dollars. */
export interface Spend {
  readonly tokens: number;
  readonly cost: number;
}

/** A day's sums so far, by the database's clock. */
export interface SpentToday extends Spend {
  /** Until the day ends. */
  readonly secondsLeft: number;
}

/** How long sums that nobody waits for may stay in memory. */
const FLUSH_MS = 500;

/** Who has not made its process in this time is dead. */
const START_SECONDS = 30;

const today = { $dateTrunc: { date: '$$NOW', unit: 'day' } };
const tomorrow = { $dateAdd: { startDate: today, unit: 'day', amount: 1 } };
const oldestAlive = {
  $dateSubtract: { startDate: '$$NOW', unit: 'second', amount: START_SECONDS },
};
const starting = { $ifNull: ['$starting', []] };

/** What tenants spend: sums that any number of processes add to, and judge by the database's clock alone (I15). */
export class SpendingRepository {
  private readonly rows: Collection<SpendingDocument>;
  private readonly noted = new Map<string, Spend>();
  private timer: NodeJS.Timeout | undefined;

  constructor(database: Database) {
    this.rows = database.collection('tenant_spending', spendingSchema);
  }

  /** Adds to the day's sums; stored with the majority when it resolves. */
  async add(scope: TenantScope, spend: Spend): Promise<void> {
    await this.upsert(scope.tenantId, added(spend));
  }

  /** The same, together with what else comes in half a second; a crash may lose it. */
  note({ tenantId }: TenantScope, { tokens, cost }: Spend): void {
    const before = this.noted.get(tenantId) ?? { tokens: 0, cost: 0 };
    this.noted.set(tenantId, { tokens: before.tokens + tokens, cost: before.cost + cost });
    this.timer ??= setTimeout(() => void this.flush(), FLUSH_MS).unref();
  }

  /** Stores what was noted; never rejects. */
  async flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    const noted = [...this.noted];
    this.noted.clear();
    if (noted.length === 0) return;
    // Of tenants without a budget: nothing is decided by it now.
    await Promise.allSettled(noted.map(([tenantId, spend]) => this.upsert(tenantId, added(spend))));
  }

  /** Nest calls it while the database still stands. */
  async beforeApplicationShutdown(): Promise<void> {
    await this.flush();
  }

  /** With what this process has noted so far; what others have noted comes within half a second. */
  async today(scope: TenantScope): Promise<SpentToday> {
    if (this.noted.has(scope.tenantId)) await this.flush();
    const [spent] = await this.rows
      .aggregate<SpentToday>([
        { $match: { _id: scope.tenantId } },
        {
          $project: {
            _id: 0,
            tokens: ofToday('$tokens'),
            cost: ofToday('$cost'),
            secondsLeft: { $dateDiff: { startDate: '$$NOW', endDate: tomorrow, unit: 'second' } },
          },
        },
      ])
      .toArray();
    return spent ?? { tokens: 0, cost: 0, secondsLeft: 0 };
  }

  /** Announces a process that is about to be made. @returns those that were announced before it and may not stand yet */
  async announceStart(scope: TenantScope, processId: string): Promise<readonly string[]> {
    const alive = { $filter: { input: starting, cond: { $gt: ['$$this.at', oldestAlive] } } };
    const mine = [{ id: { $literal: processId }, at: '$$NOW' }];
    const row = await this.upsert(scope.tenantId, [
      { $set: { starting: { $concatArrays: [alive, mine] } } },
    ]);
    const ids = (row?.starting ?? []).map(({ id }) => id);
    return ids.slice(0, ids.indexOf(processId));
  }

  /** It stands, or will not be made. */
  async endStart(scope: TenantScope, processId: string): Promise<void> {
    const kept = {
      $filter: { input: starting, cond: { $ne: ['$$this.id', { $literal: processId }] } },
    };
    await this.rows.updateOne({ _id: scope.tenantId }, [{ $set: { starting: kept } }]);
  }

  /** Two first writes of a tenant may both try to insert: the one that comes late finds the other's. */
  private async upsert(_id: string, pipeline: Document[]): Promise<SpendingDocument | null> {
    const write = () =>
      this.rows.findOneAndUpdate({ _id }, pipeline, {
        upsert: true,
        returnDocument: 'after',
      });
    try {
      return await write();
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
      return write();
    }
  }
}

/** Sums of another day are none. */
function ofToday(field: string): Document {
  return { $cond: [{ $eq: ['$day', today] }, { $ifNull: [field, 0] }, 0] };
}

function added({ tokens, cost }: Spend): Document[] {
  return [
    {
      $set: {
        tokens: { $add: [ofToday('$tokens'), tokens] },
        cost: { $add: [ofToday('$cost'), cost] },
        day: today,
      },
    },
  ];
}
