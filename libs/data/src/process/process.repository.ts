import type { Collection, Document } from 'mongodb';
import { newId, type TenantScope } from '@vance/kernel';
import { ReadBatch } from '../batching/read-batch';
import { WriteGroup, type GroupedWrite, type WriteAnswer } from '../batching/write-group';
import type { Database } from '../database';
import {
  acceptStage,
  hasWork,
  laneFree,
  LIVE,
  RESTING,
  RUNNABLE,
  takePipeline,
} from './lane-pipelines';
import type { OutboxEntry, ProcessDocument } from './process-document';
import { applyPatch } from './apply-patch';
import { processUpdate } from './process-update';
import type { ProcessPatch, WriteExpectation } from './process-write';
import { processSchema } from './process.schema';
import { newWriteToken, noteWrite, notedWrite } from './write-token';

/**
 * Processes, the unit of atomicity: one document, one compare-and-set per decision, stored with majority
 * and journal; concurrent ones share a command. Every filter carries the tenant.
 */
export class ProcessRepository {
  private readonly rows: Collection<ProcessDocument>;
  private readonly reads: ReadBatch<ProcessDocument>;
  private readonly writes: WriteGroup<ProcessDocument>;

  constructor(database: Database) {
    this.rows = database.collection('processes', processSchema);
    this.reads = new ReadBatch((keys) => this.load(keys, {}));
    const all = new ReadBatch((keys) => this.load(keys, WITHOUT_RECENT));
    const rest = new ReadBatch((keys) => this.load(keys, REST));
    this.writes = new WriteGroup<ProcessDocument>(
      (operations) => this.rows.bulkWrite(operations, { ordered: false }),
      ({ filter, update, returning }: GroupedWrite) =>
        this.rows.findOneAndUpdate(filter, update, {
          returnDocument: 'after',
          projection: returning === 'all' ? WITHOUT_RECENT : REST,
        }),
      (key, part) => (part === 'all' ? all : rest).get(key),
    );
  }

  /** The whole document as the majority has it; null when it is not this tenant's. Concurrent reads share a query. */
  find(scope: TenantScope, processId: string): Promise<ProcessDocument | null> {
    return this.reads.get(readKey(scope.tenantId, processId));
  }

  /** The processes of a session, oldest first. */
  async ofSession(scope: TenantScope, sessionId: string): Promise<ProcessDocument[]> {
    return this.rows
      .find({ tenantId: scope.tenantId, sessionId })
      .sort({ createdAt: 1, _id: 1 })
      .toArray();
  }

  /** How many of a tenant's processes are not closed, up to `most`, without those named. */
  countLive(scope: TenantScope, most: number, except: readonly string[]): Promise<number> {
    return this.rows.countDocuments(
      { tenantId: scope.tenantId, status: { $in: [...LIVE] }, _id: { $nin: [...except] } },
      { limit: most },
    );
  }

  /** Stores a new process. */
  async create(scope: TenantScope, process: ProcessDocument): Promise<void> {
    await this.rows.insertOne({ ...process, tenantId: scope.tenantId });
  }

  /**
   * Takes the lane of a process that has work, and opens its turn (or counts one more attempt).
   * @param extra.projected entries known to be projected: they leave the outbox with this write
   * @param extra.entryId names the entry that tells of the status, if it changes
   * @returns the document after it, `recent` left empty; null when there is nothing to do or someone else is at it
   */
  async take(
    scope: TenantScope,
    processId: string,
    workerId: string,
    extra: { readonly projected?: readonly string[]; readonly entryId?: string } = {},
  ): Promise<ProcessDocument | null> {
    const token = newWriteToken();
    const pipeline = takePipeline({
      workerId,
      turnId: newId('trn'),
      entryId: extra.entryId ?? newId('out'),
      projected: extra.projected ?? [],
    });
    const taken = await this.writes.apply({
      key: readKey(scope.tenantId, processId),
      token,
      filter: {
        _id: processId,
        tenantId: scope.tenantId,
        status: { $in: [...RUNNABLE] },
        $and: [hasWork, laneFree],
      },
      update: [...pipeline, notedWrite(token)],
      returning: 'all',
    });
    return complete(taken);
  }

  /**
   * Takes a message in and the lane with it, in one write: for a process at rest, by the worker that has
   * the message in its hands. The entry has to tell of the status RUNNING as well.
   * @returns the document after it; null when the process does not rest any more, or took another message, or
   * this one before
   */
  async acceptAndTake(
    scope: TenantScope,
    processId: string,
    accepted: number,
    message: { readonly accept: NonNullable<ProcessPatch['accept']>; readonly entry: OutboxEntry },
    worker: { readonly workerId: string; readonly projected: readonly string[] },
  ): Promise<ProcessDocument | null> {
    const token = newWriteToken();
    const { accept, entry } = message;
    const taken = await this.writes.apply({
      key: readKey(scope.tenantId, processId),
      token,
      filter: {
        _id: processId,
        tenantId: scope.tenantId,
        accepted,
        'lane.workerId': null,
        status: { $in: [...RESTING] },
        turn: { $exists: false },
        'inbox.0': { $exists: false },
        'recent.clientMessageId': { $ne: accept.recent.clientMessageId },
      },
      update: [
        acceptStage(accept.message, accept.recent, entry),
        ...takePipeline({ ...worker, turnId: newId('trn') }),
        notedWrite(token),
      ],
      returning: 'all',
    });
    return complete(taken);
  }

  /**
   * Applies a patch if all that is expected still holds.
   * @returns the document after it or after a later write, `recent` left empty (only `find` brings it: it is
   * long, and only asked when a message comes in); null when something expected does not hold: read and
   * decide again
   */
  async write(
    scope: TenantScope,
    processId: string,
    expect: WriteExpectation,
    patch: ProcessPatch,
  ): Promise<ProcessDocument | null> {
    return complete(await this.apply(scope, processId, expect, patch, 'all'));
  }

  /**
   * The same for the holder of the lane, who knows the document: it comes back as the patch leaves it, with
   * what others have added where the write frees the lane (who frees it has to see what waits).
   */
  async writeHeld(
    scope: TenantScope,
    known: ProcessDocument,
    expect: WriteExpectation & { readonly lane: NonNullable<WriteExpectation['lane']> },
    patch: ProcessPatch,
  ): Promise<ProcessDocument | null> {
    const returning = patch.freeLane ? 'rest' : 'nothing';
    const answer = await this.apply(scope, known._id, expect, patch, returning);
    if (!answer.applied) return null;
    const next = applyPatch(known, patch);
    return patch.freeLane ? joined(next, answer.document) : next;
  }

  private apply(
    scope: TenantScope,
    processId: string,
    expect: WriteExpectation,
    patch: ProcessPatch,
    returning: GroupedWrite['returning'],
  ): Promise<WriteAnswer<ProcessDocument>> {
    const { filter, update } = processUpdate(scope.tenantId, processId, expect, patch);
    const token = newWriteToken();
    const key = readKey(scope.tenantId, processId);
    return this.writes.apply({ key, token, filter, update: noteWrite(update, token), returning });
  }

  private async load(
    keys: readonly string[],
    projection: Document,
  ): Promise<ReadonlyMap<string, ProcessDocument>> {
    const ids = new Map<string, string[]>();
    for (const key of keys) {
      const at = key.indexOf(SEPARATOR);
      const tenantId = key.slice(0, at);
      const processId = key.slice(at + 1);
      const known = ids.get(tenantId);
      if (known === undefined) ids.set(tenantId, [processId]);
      else known.push(processId);
    }
    const tenants = [...ids].map(([tenantId, processIds]) => ({
      tenantId,
      _id: processIds.length === 1 ? (processIds[0] ?? '') : { $in: processIds },
    }));
    const [only] = tenants;
    const filter = tenants.length === 1 && only !== undefined ? only : { $or: tenants };
    const found = await this.rows.find(filter, { projection }).toArray();
    return new Map(found.map((process) => [readKey(process.tenantId, process._id), process]));
  }
}

const WITHOUT_RECENT = { recent: 0 } as const;

/** What others may add to a process while a lane is held, and what a commit needs to see of it. */
const REST = {
  tenantId: 1,
  status: 1,
  lane: 1,
  inbox: 1,
  accepted: 1,
  halt: 1,
  clientTools: 1,
  writes: 1,
} as const;

function complete(answer: WriteAnswer<ProcessDocument>): ProcessDocument | null {
  return answer.applied && answer.document !== null ? { ...answer.document, recent: [] } : null;
}

/** What the holder knows, with what others have added. */
function joined(known: ProcessDocument, rest: ProcessDocument | null): ProcessDocument {
  if (rest === null) return known;
  const { status, lane, inbox, accepted, halt, clientTools } = rest;
  return { ...known, status, lane, inbox, accepted, clientTools, ...(halt ? { halt } : {}) };
}

/** Cannot stand in a tenant's id, so no two pairs share a key. */
const SEPARATOR = '\n';

function readKey(tenantId: string, processId: string): string {
  return `${tenantId}${SEPARATOR}${processId}`;
}
