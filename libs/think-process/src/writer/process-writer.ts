import { Injectable } from '@nestjs/common';
import {
  type ProcessDocument,
  type ProcessPatch,
  ProcessRepository,
  type WriteExpectation,
} from '@vance/data';
import { conflict, failpoint, type TenantScope } from '@vance/kernel';
import { WorkerHints } from '../hints/worker-hints';
import { HistoryCache } from '../history/history-cache';
import { type ProjectedRow, Projector } from '../projector/projector';

/** What a decision wants done to the process it was shown. */
export type WriteDecision<R> =
  | {
      readonly kind: 'write';
      readonly patch: ProcessPatch;
      /** What must not have changed since the document was read. */
      readonly expect: {
        readonly version?: true;
        readonly accepted?: true;
        readonly laneFree?: true;
      };
      readonly result: R;
    }
  | { readonly kind: 'none'; readonly result: R };

/** How a write ended. */
export type WriteOutcome<R> =
  | {
      readonly kind: 'changed';
      readonly process: ProcessDocument;
      readonly result: R;
      /** Resolves when the entry's rows are stored; rejects when they may not be (the outbox has them). */
      readonly projected: Promise<ProjectedRow>;
    }
  | { readonly kind: 'unchanged'; readonly process: ProcessDocument; readonly result: R }
  | { readonly kind: 'missing' }
  | { readonly kind: 'lane-lost' };

/** The lane in whose name a worker writes. */
export interface LaneRef {
  readonly workerId: string;
  readonly epoch: number;
}

export interface WriteOptions {
  /** The document as known: saves the first read. A stale one costs one more round. */
  readonly seed?: ProcessDocument;
  readonly lane?: LaneRef;
}

/**
 * The one compare-and-set loop: read, decide, write what was decided if nothing it rests on has changed;
 * else again, until it holds. Giving up after a few tries would lose updates.
 */
@Injectable()
export class ProcessWriter {
  constructor(
    private readonly processes: ProcessRepository,
    private readonly projector: Projector,
    private readonly history: HistoryCache,
    private readonly hints: WorkerHints,
  ) {}

  /**
   * @param decide sees the document as it is now; may run several times, so it must not act. What it
   * throws ends the write.
   */
  async write<R>(
    scope: TenantScope,
    processId: string,
    decide: (process: ProcessDocument) => WriteDecision<R>,
    options: WriteOptions = {},
  ): Promise<WriteOutcome<R>> {
    let process = options.seed ?? (await this.processes.find(scope, processId));
    for (let round = 1; ; round += 1) {
      if (process === null) return { kind: 'missing' };
      if (options.lane !== undefined && isLost(process, options.lane)) return { kind: 'lane-lost' };
      const decision = decide(process);
      if (decision.kind === 'none') {
        return { kind: 'unchanged', process, result: decision.result };
      }
      const patch = complete(process, decision.patch);
      assertNewMessage(process, patch);
      const written = await this.attempt(
        scope,
        process,
        expectation(process, decision.expect, patch, options.lane),
        patch,
      );
      if (written !== null) {
        // The holder's next question to the model shows the state as it is now.
        const heldByOther = options.lane === undefined && written.lane.workerId !== null;
        if (heldByOther && patch.state !== undefined) this.hints.moved(processId);
        return this.changed(scope, written, patch, decision.result, options.lane === undefined);
      }
      if (round > 1) await jitter(round);
      process = await this.processes.find(scope, processId);
    }
  }

  private async changed<R>(
    scope: TenantScope,
    process: ProcessDocument,
    patch: ProcessPatch,
    result: R,
    isGuest: boolean,
  ): Promise<WriteOutcome<R>> {
    if (patch.entry === undefined) {
      return { kind: 'changed', process, result, projected: NOTHING_TOLD };
    }
    if (patch.entry.messages.length > 0) this.history.grow(process, patch.entry.messages);
    const pause = isCommit(patch) ? failpoint('P8', process._id) : undefined;
    if (pause) await pause;
    this.projector.wrote(patch.entry.id);
    const projected = this.project(scope, process, patch.entry.id, isGuest);
    // Not everyone waits for it; the sweeper mends what failed.
    projected.catch(() => undefined);
    return { kind: 'changed', process, result, projected };
  }

  /** The document may have been read after the sweeper or a next holder projected the entry and drained it. */
  private async project(
    scope: TenantScope,
    process: ProcessDocument,
    entryId: string,
    isGuest: boolean,
  ): Promise<ProjectedRow> {
    if (process.outbox.some((entry) => entry.id === entryId)) {
      return this.projector.project(scope, process, { upTo: entryId, orderOnly: isGuest });
    }
    return (await this.projector.rowOf(scope, entryId)) ?? NO_ROW;
  }

  /** An error after the driver's own retry is no answer: if the entry stands in the document, it was written. */
  private async attempt(
    scope: TenantScope,
    known: ProcessDocument,
    expect: WriteExpectation,
    patch: ProcessPatch,
  ): Promise<ProcessDocument | null> {
    const processId = known._id;
    const { lane } = expect;
    try {
      return lane === undefined
        ? await this.processes.write(scope, processId, expect, patch)
        : await this.processes.writeHeld(scope, known, { ...expect, lane }, patch);
    } catch (error) {
      const entryId = patch.entry?.id;
      if (entryId === undefined) throw error;
      const process = await this.processes.find(scope, processId);
      if (process?.outbox.some((entry) => entry.id === entryId)) return process;
      throw error;
    }
  }
}

const NO_ROW: ProjectedRow = { seq: 0, last: 0 };
const NOTHING_TOLD: Promise<ProjectedRow> = Promise.resolve(NO_ROW);

function isLost(process: ProcessDocument, lane: LaneRef): boolean {
  return process.lane.workerId !== lane.workerId || process.lane.epoch !== lane.epoch;
}

/** A message under an id that has been used for another: it could never be stored. */
function assertNewMessage(process: ProcessDocument, { accept }: ProcessPatch): void {
  if (accept === undefined) return;
  const { clientMessageId } = accept.recent;
  if (process.recent.some((recent) => recent.clientMessageId === clientMessageId)) {
    throw conflict('MESSAGE_ID_TAKEN', 'This message id has been used for another message.');
  }
}

/** A step that rides beside results of an earlier one is placed by its index. */
function complete(process: ProcessDocument, patch: ProcessPatch): ProcessPatch {
  if (patch.pushStep === undefined || patch.run !== undefined) return patch;
  return { ...patch, stepsBefore: process.run?.steps.length ?? 0 };
}

function expectation(
  process: ProcessDocument,
  expect: { readonly version?: true; readonly accepted?: true; readonly laneFree?: true },
  patch: ProcessPatch,
  lane: LaneRef | undefined,
): WriteExpectation {
  return {
    ...(expect.version ? { version: process.version } : {}),
    ...(expect.accepted ? { accepted: process.accepted } : {}),
    ...(expect.laneFree ? { laneFree: true } : {}),
    ...(patch.histN === undefined ? {} : { histN: process.hist.n }),
    ...(lane === undefined ? {} : { lane }),
  };
}

/** The write that ends a turn. */
function isCommit(patch: ProcessPatch): boolean {
  return patch.turn === null || patch.consume !== undefined;
}

/** Uneven and growing a little, so that rivals on one process do not meet again at once. */
function jitter(round: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.random() * Math.min(round, 20)));
}
