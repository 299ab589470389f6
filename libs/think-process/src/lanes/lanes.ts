import { Injectable, Logger } from '@nestjs/common';
import {
  type LaneState,
  type ProcessDocument,
  ProcessRepository,
  ProcessUpkeepRepository,
} from '@vance/data';
import { failpoint, newId, tenantScope } from '@vance/kernel';
import type { TurnJob } from '@vance/queue';
import {
  readMessage,
  Realtime,
  WORKER_CHANNEL,
  workerMessageSchema,
  type Unsubscribe,
} from '@vance/realtime';
import { Drainer } from '../projector/drainer';
import { Projector } from '../projector/projector';
import { TurnWaker } from '../wake/turn-waker';
import { type LaneEnd, LaneEnded } from './lane-ended';
import { WorkerIdentity } from './worker-identity';

const RENEW_MS = 5_000;
const POLL_MS = 1_000;

/** A lane in hand: its signal aborts with a `LaneEnded` when the work must stop. */
export interface LaneHold {
  readonly workerId: string;
  readonly epoch: number;
  readonly signal: AbortSignal;
  /** The lane is given up (its freeing write is done, or it was lost). */
  end(): void;
}

interface Held extends LaneHold {
  readonly processId: string;
  readonly sessionId: string;
  readonly abort: AbortController;
  readonly onLost: (() => void) | undefined;
  readonly onHalt: ((end: LaneEnd) => void) | undefined;
  readonly onMoved: (() => void) | undefined;
}

/**
 * The lanes of this worker: taken one by one, renewed and watched all together. Whoever loses a lane writes
 * nothing more (I6): the epoch stands in every filter; the signal only makes it stop sooner.
 */
@Injectable()
export class Lanes {
  private readonly logger = new Logger(Lanes.name);
  private readonly held = new Map<string, Held>();
  private readonly timers: NodeJS.Timeout[] = [];
  private unsubscribe: Unsubscribe | undefined;

  constructor(
    private readonly identity: WorkerIdentity,
    private readonly processes: ProcessRepository,
    private readonly upkeep: ProcessUpkeepRepository,
    private readonly realtime: Realtime,
    private readonly waker: TurnWaker,
    private readonly drainer: Drainer,
    private readonly projector: Projector,
  ) {}

  get workerId(): string {
    return this.identity.workerId;
  }

  /** Begins to renew and to watch; ends the leases of this slot's dead predecessors. */
  async start(): Promise<void> {
    for (const former of this.identity.deadPredecessors) {
      const lanes = await this.upkeep.expireLanesOf(former);
      if (lanes > 0)
        this.logger.log(`${lanes} lanes of the former worker ${former} are free again`);
    }
    this.timers.push(
      setInterval(() => void this.renew(), RENEW_MS).unref(),
      setInterval(() => void this.poll([...this.held.keys()]), POLL_MS).unref(),
    );
    this.unsubscribe = await this.realtime.subscribe(WORKER_CHANNEL, (text) => this.hear(text));
  }

  /** Takes a job's lane; null when there is nothing to do or someone else is at it. */
  async take(job: TurnJob): Promise<ProcessDocument | null> {
    const projected = [...this.drainer.waitingOf(job.processId)];
    const entryId = newId('out');
    const process = await this.processes.take(
      tenantScope(job.tenantId),
      job.processId,
      this.workerId,
      { projected, entryId },
    );
    if (process === null) return null;
    this.projector.wrote(entryId);
    this.drainer.taken(job.processId, projected);
    const pause = failpoint('P3', job.processId);
    if (pause) await pause;
    return process;
  }

  /**
   * Watches over a lane that was taken, until `end()`.
   * @param onLost someone else has it, or the process was closed
   * @param onHalt a user wants it to stop (`halted`, `paused`), or the worker shuts down (`shutdown`)
   * @param onMoved the process is not as it was read any more: a hint, which may be missing
   */
  hold(
    process: Pick<ProcessDocument, '_id' | 'sessionId' | 'lane'>,
    onLost?: () => void,
    onHalt?: (end: LaneEnd) => void,
    onMoved?: () => void,
  ): LaneHold {
    const abort = new AbortController();
    const held: Held = {
      processId: process._id,
      sessionId: process.sessionId,
      workerId: this.workerId,
      epoch: process.lane.epoch,
      abort,
      signal: abort.signal,
      onLost,
      onHalt,
      onMoved,
      end: () => {
        if (this.held.get(process._id) === held) this.held.delete(process._id);
      },
    };
    this.held.set(process._id, held);
    return held;
  }

  /** Gives one lane back with its turn open, for a pause: whoever resumes goes on with it. */
  async release(hold: LaneHold, processId: string): Promise<ProcessDocument | null> {
    hold.end();
    return this.upkeep.release(processId, hold);
  }

  /**
   * Gives every lane back unfinished and wakes their processes for another worker. Never rejects: a lane that could not
   * be given back runs out by itself.
   */
  async releaseAll(): Promise<void> {
    const all = [...this.held.values()];
    this.held.clear();
    await Promise.all(
      all.map(async (held) => {
        this.stop(held, 'shutdown');
        try {
          const process = await this.upkeep.release(held.processId, held);
          if (process !== null) this.waker.wake(process);
        } catch (error) {
          this.logger.warn(`the lane of ${held.processId} is not given back: ${String(error)}`);
        }
      }),
    );
  }

  /** Ends renewing and watching; lanes still held run out by themselves. */
  async stopWatching(): Promise<void> {
    for (const timer of this.timers.splice(0)) clearInterval(timer);
    await this.unsubscribe?.();
    this.unsubscribe = undefined;
  }

  /** One round of renewal for all lanes in hand. */
  async renew(): Promise<void> {
    if (this.held.size === 0) return;
    try {
      await this.upkeep.renew(this.workerId, [...this.held.keys()]);
    } catch (error) {
      this.logger.warn(`renewing ${this.held.size} lanes failed: ${String(error)}`);
    }
  }

  /** Looks whether these lanes are still ours and still wanted. */
  async poll(processIds: readonly string[]): Promise<void> {
    const asked = processIds.flatMap((id) => this.held.get(id) ?? []);
    if (asked.length === 0) return;
    try {
      const states = await this.upkeep.haltsOf(asked.map((held) => held.processId));
      const byId = new Map(states.map((state) => [state._id, state]));
      for (const held of asked) this.judge(held, byId.get(held.processId));
    } catch (error) {
      this.logger.warn(`watching ${asked.length} lanes failed: ${String(error)}`);
    }
  }

  private judge(held: Held, state: LaneState | undefined): void {
    const end = endOf(held, state);
    if (end !== undefined) this.stop(held, end);
  }

  private stop(held: Held, end: LaneEnd): void {
    if (held.signal.aborted) return;
    held.abort.abort(new LaneEnded(end));
    if (end === 'lost' || end === 'closed') held.onLost?.();
    else held.onHalt?.(end);
  }

  private hear(text: string): void {
    const message = readMessage(workerMessageSchema, text);
    if (message === undefined) return;
    if (message.kind === 'offers') {
      const { sessionId } = message;
      for (const held of this.held.values()) if (held.sessionId === sessionId) held.onMoved?.();
      return;
    }
    const { processId } = message;
    const held = this.held.get(processId);
    if (held === undefined) return;
    held.onMoved?.();
    void this.poll([processId]);
  }
}

function endOf(held: Held, state: LaneState | undefined): LaneEnd | undefined {
  if (state === undefined) return 'lost';
  if (state.status === 'CLOSED') return 'closed';
  if (state.lane.epoch !== held.epoch) return 'lost';
  // Only our own commit frees a lane without a new epoch: its `end()` is on the way.
  if (state.lane.workerId !== held.workerId) return undefined;
  if (state.halt !== undefined) return 'halted';
  return state.status === 'PAUSED' ? 'paused' : undefined;
}
