import type { AnyBulkWriteOperation, Collection } from 'mongodb';
import type { TenantScope } from '@vance/kernel';
import { duplicatesOf } from '../batching/duplicates';
import { GroupCommit } from '../batching/group-commit';
import type { Database } from '../database';
import type { ToolCallRow, ToolCallState } from '../process/process-document';
import { type ToolCallDocument, toolCallSchema } from './tool-call.schema';

/** A call moves up this table only. */
const ranks: Readonly<Record<ToolCallState, number>> = {
  INTENDED: 0,
  STARTED: 1,
  DONE: 2,
  FAILED: 2,
  UNKNOWN: 2,
  REFUSED: 2,
};

/** The tool journal, projected from the outbox of its process. */
export class ToolCallRepository {
  private readonly rows: Collection<ToolCallDocument>;
  private readonly writes: GroupCommit<ToolCallDocument>;

  constructor(database: Database) {
    this.rows = database.collection('tool_calls', toolCallSchema);
    this.writes = new GroupCommit((rows) => this.store(rows));
  }

  /** Stores where calls stand; an earlier state never overwrites a later one. */
  project(scope: TenantScope, processId: string, calls: readonly ToolCallRow[]): Promise<void> {
    return this.writes.add(
      calls.map(({ callId, ...call }) => ({
        _id: callId,
        tenantId: scope.tenantId,
        processId,
        rank: ranks[call.state],
        ...call,
      })),
    );
  }

  /** The journal of a process in the order the calls began. */
  async list(
    scope: TenantScope,
    processId: string,
    limit: number,
  ): Promise<readonly ToolCallDocument[]> {
    return this.rows
      .find({ tenantId: scope.tenantId, processId })
      .sort({ startedAt: 1 })
      .limit(limit)
      .toArray();
  }

  private async store(rows: readonly ToolCallDocument[]): Promise<void> {
    const latest = new Map<string, ToolCallDocument>();
    for (const row of rows) {
      const known = latest.get(row._id);
      if (known === undefined || known.rank < row.rank) latest.set(row._id, row);
    }
    try {
      await this.rows.bulkWrite(
        [...latest.values()].map((row) => (isToldOnce(row) ? insertOf(row) : upsertOf(row))),
        { ordered: false },
      );
    } catch (error) {
      // A row that is there already, with an equal or later state.
      duplicatesOf(error);
    }
  }
}

/** A call that reads, or never ran, has one row only, and an insert costs half of an upsert. */
function isToldOnce({ effect, state }: ToolCallDocument): boolean {
  return effect === 'read' || state === 'REFUSED';
}

function insertOf(row: ToolCallDocument): AnyBulkWriteOperation<ToolCallDocument> {
  return { insertOne: { document: row } };
}

function upsertOf({
  _id,
  tenantId,
  ...row
}: ToolCallDocument): AnyBulkWriteOperation<ToolCallDocument> {
  const filter = { _id, tenantId, rank: { $lt: row.rank } };
  return { updateOne: { filter, update: { $set: row }, upsert: true } };
}
