import { tenantScope, type TenantScope } from '@vance/kernel';
import { LEASE_SECONDS, type ProcessDocument, type StepCall, type ToolCallRow } from '@vance/data';
import { isOpen } from '../core/resume-calls';
import { Transcript } from '../core/transcript';
import { openTurn } from '../core/turn-end';
import type { ThinkEngineDefinition } from '../engine/think-engine';
import type { TurnSetting } from './turn-setting';

/** Why a turn stops before its own end. */
export type Interruption = 'halted' | 'paused' | 'drained' | 'deadline';

/** The lane is someone else's: nothing more may be written or begun (I6). */
export class LaneLost extends Error {
  constructor(processId: string) {
    super(`the lane of ${processId} is lost`);
    this.name = 'LaneLost';
  }
}

/** Results of tools that read, not yet stored: they ride on the next write. */
export interface PendingResults {
  readonly step: number;
  readonly calls: readonly StepCall[];
  readonly rows: readonly ToolCallRow[];
}

/** How long a read process counts as known where no hint says that it moved; every write is judged anew in any case. */
const FRESH_MS = 1_000;

/** What one lane holder keeps in hand while it plays the turns of a run. */
export class TurnSession {
  readonly scope: TenantScope;
  readonly lane: { readonly workerId: string; readonly epoch: number };
  readonly transcript: Transcript;
  setting: TurnSetting | undefined;
  pending: PendingResults | undefined;
  /** Whether the next question tells the model what to mend; for its trace. */
  correcting = false;
  /** What the product itself says is said in it; see `SpokenLanguage`. */
  language: string | undefined;
  /** Entries on their way into rows. */
  readonly projections: Promise<void>[] = [];
  private controller = new AbortController();
  /** The take by the database's clock (it set the lease) and by ours that only counts. */
  private readonly taken: { readonly at: number; readonly tick: number };
  private reason: Interruption | 'lost' | undefined;
  /** Hints heard that the process moved, and how many of them the last read has seen. */
  private moves = 0;
  private movesSeen = 0;
  private readAt = performance.now();

  constructor(
    /** As last read or written. */
    public process: ProcessDocument,
    readonly engine: ThinkEngineDefinition,
  ) {
    this.scope = tenantScope(process.tenantId);
    this.language = process.language;
    this.lane = { workerId: process.lane.workerId ?? '', epoch: process.lane.epoch };
    this.taken = {
      at: process.lane.expiresAt.getTime() - LEASE_SECONDS * 1000,
      tick: performance.now(),
    };
    this.transcript = new Transcript(process.run?.messages ?? []);
    for (const step of process.run?.steps ?? [])
      if (!step.calls.some(isOpen)) this.transcript.add(step);
  }

  /** Begins a read; what it returns notes the process as known. */
  beginRead(): (process: ProcessDocument) => void {
    const seen = this.moves;
    return (process) => {
      this.process = process;
      this.movesSeen = seen;
      this.readAt = performance.now();
    };
  }

  /** Someone else has moved the process, or its clients offer other tools. */
  noteMoved(): void {
    this.moves += 1;
  }

  /** The next question must not be put from what is known: it moved, or it may have without a hint. */
  get isStale(): boolean {
    return this.moves > this.movesSeen || performance.now() - this.readAt > FRESH_MS;
  }

  /** The database's time: what the stored start of a turn is compared with (I15). */
  now(): Date {
    return new Date(this.taken.at + performance.now() - this.taken.tick);
  }

  /** Ends the model call and the tools under way. */
  get signal(): AbortSignal {
    return this.controller.signal;
  }

  interrupt(reason: Interruption | 'lost'): void {
    if (this.reason !== 'lost') this.reason = reason;
    this.controller.abort(new Error(`turn interrupted: ${reason}`));
  }

  /** What asks the turn to stop, if anything does: the stored state first, then what was heard. */
  get interruption(): Interruption | undefined {
    const { status, halt } = this.process;
    if (this.reason === 'lost' || status === 'CLOSED') throw new LaneLost(this.process._id);
    if (halt) return 'halted';
    if (status === 'PAUSED') return 'paused';
    return this.reason;
  }

  /** After a deadline: one more question may be asked. */
  rearm(): void {
    this.controller = new AbortController();
    if (this.reason === 'deadline') this.reason = undefined;
  }

  /** The next turn of the run. */
  nextTurn(): void {
    this.setting = undefined;
    this.rearm();
  }

  get turnId(): string {
    return openTurn(this.process).id;
  }

  /** The setting of the turn; read at its start. */
  get current(): TurnSetting {
    if (!this.setting) throw new TypeError('the setting of the turn has not been read');
    return this.setting;
  }
}
