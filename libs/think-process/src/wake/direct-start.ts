import { Injectable } from '@nestjs/common';
import { processLimits, type ProcessDocument } from '@vance/data';
import { Recent, type TenantScope } from '@vance/kernel';
import type { TurnPlace } from '@vance/queue';

/** The worker in this very process, as far as starting turns at once goes. */
export interface DirectStarter {
  readonly workerId: string;
  /** A place for one more turn of the tenant; undefined when there is none. */
  reserve(tenantId: string): TurnPlace | undefined;
  /** Plays the turn of a process whose lane was taken in `workerId`'s name. */
  run(process: ProcessDocument): Promise<void>;
}

/**
 * Where brain and worker share a process, the write that accepts a message may take the lane too, so that the
 * turn starts without a job and without a second write. Nobody offers to in a brain of its own.
 */
@Injectable()
export class DirectStart {
  private starter: DirectStarter | undefined;
  private readonly atRest = new Recent<ProcessDocument>(REMEMBERED);

  /** The worker is up, and takes turns this way from now on; `undefined` ends it. */
  offer(starter: DirectStarter | undefined): void {
    this.starter = starter;
  }

  /** A run has ended and this is how its commit left the process, or it was made and nothing was said yet. */
  rested(process: ProcessDocument): void {
    if (process.lane.workerId !== null || process.accepted >= FORGETS_AFTER) return;
    // What it has told is on its way into rows, and no concern of the next message.
    this.atRest.set(keyOf(process.tenantId, process._id), { ...process, outbox: [] });
  }

  /** A process as it was last left here, once: the next write compares it with what it is. */
  takeRested({ tenantId }: TenantScope, processId: string): ProcessDocument | undefined {
    const key = keyOf(tenantId, processId);
    const process = this.atRest.get(key);
    this.atRest.delete(key);
    return process;
  }

  /** Whether turns can be started here at all. */
  get isOffered(): boolean {
    return this.starter !== undefined;
  }

  /** The right to take one lane in the worker's name and to start its turn. */
  reserve(tenantId: string): DirectTurn | undefined {
    const { starter } = this;
    const place = starter?.reserve(tenantId);
    if (starter === undefined || place === undefined) return undefined;
    return {
      workerId: starter.workerId,
      start: (process) => place.run(() => starter.run(process)),
      give: () => place.give(),
    };
  }
}

/** Processes remembered; the others are read. */
const REMEMBERED = 2_000;
/** With so many messages accepted, a repeat may have left `recent`: only the database knows. */
const FORGETS_AFTER = processLimits.recentMessages;

const keyOf = (tenantId: string, processId: string): string => `${tenantId}/${processId}`;

/** One reserved start: either `start` or `give`. */
export interface DirectTurn {
  readonly workerId: string;
  start(process: ProcessDocument): void;
  give(): void;
}
