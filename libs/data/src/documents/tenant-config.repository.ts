import type { Collection, Document } from 'mongodb';
import { newId, type TenantScope } from '@vance/kernel';
import { ReadBatch } from '../batching/read-batch';
import type { Database } from '../database';
import { isDuplicateKey } from '../tenancy/duplicate-key';
import {
  tenantConfigSchema,
  type TenantConfigDocument,
  type TenantSetting,
} from './tenant-config.schema';

/** What became of a change that asked for a state of its key. */
export type Replaced =
  | { readonly kind: 'done'; readonly before: TenantConfigDocument | null }
  | { readonly kind: 'conflict' };

/** Tenants' configurations. */
export class TenantConfigRepository {
  private readonly rows: Collection<TenantConfigDocument>;
  private readonly byId: ReadBatch<TenantConfigDocument>;

  constructor(database: Database) {
    this.rows = database.collection('tenant_config', tenantConfigSchema);
    this.byId = new ReadBatch(async (ids) => {
      const found = await this.rows.find({ _id: { $in: [...ids] } }).toArray();
      return new Map(found.map((config) => [config._id, config]));
    });
  }

  /** As fresh as a query of one's own; look-ups of one moment share one. Null: nothing was ever set. */
  read(scope: TenantScope): Promise<TenantConfigDocument | null> {
    return this.byId.get(scope.tenantId);
  }

  /**
   * Does an edit of what replicas keep by the revision. It is announced before, and ends with the next revision.
   * Where a crash leaves the announcement standing, nothing is kept until `endAbandoned` has ended it.
   */
  async edit<T>(scope: TenantScope, work: () => Promise<T>): Promise<T> {
    const id = newId('req');
    const begun = [{ id: { $literal: id }, at: '$$NOW' }];
    const edits = { $concatArrays: [underWay, begun] };
    await this.update(scope, [{ $set: { revision: current, settings: own, edits } }]);
    try {
      return await work();
    } finally {
      const rest = kept(underWay, { $ne: ['$$this.id', { $literal: id }] });
      // If it fails the edit stays announced: slower for a while, never stale. What `work` says counts.
      await this.update(scope, [{ $set: { revision: raised, settings: own, edits: rest } }]).catch(
        () => undefined,
      );
    }
  }

  /** Ends the edits whose processes are long dead, as if they had ended themselves. */
  async endAbandoned(scope: TenantScope): Promise<void> {
    const abandoned = { $lt: ['$$this.at', oldestAlive] };
    await this.rows.updateOne(
      { _id: scope.tenantId, $expr: { $anyElementTrue: mapped(underWay, abandoned) } },
      [{ $set: { revision: raised, edits: kept(underWay, { $not: [abandoned] }) } }],
    );
  }

  /**
   * Sets a value of the tenant's layer where it still has this version; `null`: where it has no value.
   * @returns the configuration before, from the same write; `conflict` where somebody was faster
   */
  put(
    scope: TenantScope,
    setting: Omit<TenantSetting, 'version'>,
    version: number | null,
  ): Promise<Replaced> {
    const rest = others(setting.key);
    const set = { $mergeObjects: [{ $literal: setting }, { version: raised }] };
    const write = { $set: { revision: raised, settings: { $concatArrays: [rest, [set]] } } };
    return this.replace(scope, setting.key, version, write);
  }

  /** Removes a value of the tenant's layer where it still has this version. */
  remove(scope: TenantScope, key: string, version: number): Promise<Replaced> {
    return this.replace(scope, key, version, {
      $set: { revision: raised, settings: others(key) },
    });
  }

  private async replace(
    { tenantId }: TenantScope,
    key: string,
    version: number | null,
    write: Document,
  ): Promise<Replaced> {
    const isSo =
      version === null
        ? { 'settings.key': { $ne: key } }
        : { settings: { $elemMatch: { key: { $eq: key }, version } } };
    try {
      const done = await this.rows.findOneAndUpdate({ _id: tenantId, ...isSo }, [write], {
        upsert: version === null,
        returnDocument: 'before',
        includeResultMetadata: true,
      });
      const wrote = done.value !== null || done.lastErrorObject?.['upserted'] !== undefined;
      return wrote ? { kind: 'done', before: done.value } : { kind: 'conflict' };
    } catch (error) {
      // There is a configuration, and it is not so.
      if (isDuplicateKey(error)) return { kind: 'conflict' };
      throw error;
    }
  }

  /** @returns the document before the write; null when there was none */
  private update(scope: TenantScope, pipeline: Document[]): Promise<TenantConfigDocument | null> {
    return this.rows.findOneAndUpdate({ _id: scope.tenantId }, pipeline, {
      upsert: true,
      returnDocument: 'before',
    });
  }
}

/** An edit is two small writes; who has not ended one after this time is dead. */
const EDIT_SECONDS = 60;

const current = { $ifNull: ['$revision', 0] };
const underWay = { $ifNull: ['$edits', []] };
const oldestAlive = {
  $dateSubtract: { startDate: '$$NOW', unit: 'second', amount: EDIT_SECONDS },
};
const raised = { $add: [current, 1] };
const own = { $ifNull: ['$settings', []] };

/** The settings without one key. */
function others(key: string): Document {
  return kept(own, { $ne: ['$$this.key', { $literal: key }] });
}

/** The items for which a condition on `$$this` holds. */
function kept(input: Document, cond: Document): Document {
  return { $filter: { input, cond } };
}

function mapped(input: Document, each: Document): Document {
  return { $map: { input, as: 'this', in: each } };
}
