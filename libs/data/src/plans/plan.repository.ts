import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import { assertNever, type TenantScope } from '@vance/kernel';
import type { PlanRowChange } from '@vance/plan-core';
import type { PlanVersion } from '@vance/protocol';
import { duplicatesOf } from '../batching/duplicates';
import type { Database } from '../database';
import { type PlanDocument, planSchema } from './plan.schema';

/** Plan versions with their Markdown, projected from the outbox of their process. */
export class PlanRepository {
  private readonly rows: Collection<PlanDocument>;

  constructor(database: Database) {
    this.rows = database.collection('plans', planSchema);
  }

  /** Applies changes in order; each is a no-op the second time. */
  async project(
    scope: TenantScope,
    processId: string,
    at: Date,
    changes: readonly PlanRowChange[],
  ): Promise<void> {
    if (changes.length === 0) return;
    const operations = changes.map((change) => operationOf(scope.tenantId, processId, at, change));
    try {
      await this.rows.bulkWrite(operations, { ordered: true });
    } catch (error) {
      // A version that is there already: an ordered bulk stops at it, so the rest goes on alone.
      const [duplicate] = duplicatesOf(error);
      await this.project(scope, processId, at, changes.slice((duplicate?.index ?? 0) + 1));
    }
  }

  /** One version, or null. */
  async find(scope: TenantScope, processId: string, version: number): Promise<PlanVersion | null> {
    const row = await this.rows.findOne({
      _id: rowId(processId, version),
      tenantId: scope.tenantId,
    });
    return row === null ? null : versionOf(row);
  }

  /** All versions of a process, newest first. */
  async list(scope: TenantScope, processId: string): Promise<readonly PlanVersion[]> {
    const rows = await this.rows
      .find({ tenantId: scope.tenantId, processId })
      .sort({ version: -1 })
      .toArray();
    return rows.map(versionOf);
  }
}

function operationOf(
  tenantId: string,
  processId: string,
  at: Date,
  change: PlanRowChange,
): AnyBulkWriteOperation<PlanDocument> {
  const identity = { _id: rowId(processId, change.version), tenantId };
  switch (change.kind) {
    case 'proposed': {
      const { version, hash, goal, summary, plan } = change;
      const content = { version, hash, goal, summary, plan, todos: [...change.todos] };
      return {
        insertOne: {
          document: { ...identity, processId, ...content, decisions: [], proposedAt: at },
        },
      };
    }
    case 'decided':
      return {
        updateOne: {
          filter: { ...identity, 'decisions.decisionId': { $ne: change.decision.decisionId } },
          update: { $push: { decisions: change.decision } },
        },
      };
    case 'archived':
      return {
        updateOne: {
          filter: { ...identity, archived: { $exists: false } },
          update: { $set: { archived: change.reason } },
        },
      };
    default:
      return assertNever(change, 'plan change');
  }
}

function rowId(processId: string, version: number): string {
  return `${processId}:${version}`;
}

function versionOf(row: PlanDocument): PlanVersion {
  const { _id, tenantId: _tenantId, processId: _processId, proposedAt, ...version } = row;
  return { ...version, proposedAt: proposedAt.toISOString() };
}
