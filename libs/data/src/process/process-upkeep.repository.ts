import type { Collection } from 'mongodb';
import type { Database } from '../database';
import { drainPipeline, laneFree, leaseEnd, releasePipeline, RUNNABLE } from './lane-pipelines';
import type { Lane, OutboxEntry, ProcessDocument } from './process-document';
import { processSchema } from './process.schema';

/** What a lane holder polls for each second. */
export interface LaneState {
  readonly _id: string;
  readonly lane: Lane;
  readonly status: ProcessDocument['status'];
  readonly halt?: ProcessDocument['halt'];
}

/** A process with something left to do and nobody at it. */
export interface DueProcess {
  readonly _id: string;
  readonly tenantId: string;
  readonly sessionId: string;
  readonly name: string;
  readonly status: ProcessDocument['status'];
  readonly lane: Lane;
  readonly outbox: readonly OutboxEntry[];
  /** Whether a take would find work. */
  readonly runnable: boolean;
}

/** Entries of one process that are projected. */
export interface Drainage {
  readonly processId: string;
  readonly entryIds: readonly string[];
}

/**
 * The platform's own care for processes of every tenant: lanes a worker holds, what is due, what is
 * projected. Nothing here is reachable from a request; rows go back to work under their own tenant.
 */
export class ProcessUpkeepRepository {
  private readonly rows: Collection<ProcessDocument>;

  constructor(database: Database) {
    this.rows = database.collection('processes', processSchema);
  }

  /** Renews the lanes a worker holds, by the database's clock. */
  async renew(workerId: string, processIds: readonly string[]): Promise<void> {
    await this.rows.updateMany({ _id: { $in: [...processIds] }, 'lane.workerId': workerId }, [
      { $set: { 'lane.expiresAt': leaseEnd } },
    ]);
  }

  /** Who holds these lanes now, and whether a user wants a halt. */
  async haltsOf(processIds: readonly string[]): Promise<readonly LaneState[]> {
    return this.rows
      .find({ _id: { $in: [...processIds] } })
      .project<LaneState>({ lane: 1, halt: 1, status: 1 })
      .toArray();
  }

  /**
   * Gives a lane back with its turn open.
   * @returns the process after it; null when the lane was lost before
   */
  async release(
    processId: string,
    lane: { readonly workerId: string; readonly epoch: number },
  ): Promise<ProcessDocument | null> {
    return this.rows.findOneAndUpdate(
      { _id: processId, 'lane.workerId': lane.workerId, 'lane.epoch': lane.epoch },
      releasePipeline,
      { returnDocument: 'after' },
    );
  }

  /** Ends the leases of a worker that is proven dead. Early only in time: the epoch keeps it safe. */
  async expireLanesOf(workerId: string): Promise<number> {
    const result = await this.rows.updateMany(
      { dueAt: { $exists: true }, 'lane.workerId': workerId },
      [{ $set: { 'lane.expiresAt': { $subtract: ['$$NOW', 1] } } }],
    );
    return result.modifiedCount;
  }

  /**
   * What has been due for longer than the grace and is in nobody's hands, oldest first.
   * @param graceMs leaves to the writers what they are about to do themselves
   */
  async due(graceMs: number, limit: number): Promise<readonly DueProcess[]> {
    return this.rows
      .find({
        dueAt: { $exists: true },
        $and: [{ $expr: { $lt: ['$dueAt', { $subtract: ['$$NOW', graceMs] }] } }, laneFree],
      })
      .sort({ dueAt: 1 })
      .limit(limit)
      .project<DueProcess>({
        tenantId: 1,
        sessionId: 1,
        name: 1,
        status: 1,
        lane: 1,
        outbox: 1,
        runnable: {
          $and: [
            { $in: ['$status', [...RUNNABLE]] },
            {
              $or: [{ $gt: [{ $size: '$inbox' }, 0] }, { $ne: [{ $type: '$turn' }, 'missing'] }],
            },
          ],
        },
      })
      .toArray();
  }

  /** Takes projected entries out of their outboxes. Losing it costs a second, harmless projection: `w: 1`. */
  async drain(drainages: readonly Drainage[]): Promise<void> {
    if (drainages.length === 0) return;
    await this.rows.bulkWrite(
      drainages.map(({ processId, entryIds }) => ({
        updateOne: { filter: { _id: processId }, update: drainPipeline(entryIds) },
      })),
      { ordered: false, writeConcern: { w: 1 } },
    );
  }
}
