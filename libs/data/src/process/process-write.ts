import type { PlanModeState } from '@vance/plan-core';
import type {
  ClientToolSet,
  InboxMessage,
  OpenTurn,
  OutboxEntry,
  PinnedVersions,
  ProcessDocument,
  RecentMessage,
  Run,
  StepCall,
  TurnStep,
} from './process-document';

/** What must still hold for a write to happen: all of it stands in the filter. */
export interface WriteExpectation {
  /** The process has made no move since it was read. */
  readonly version?: number;
  /** No message was accepted since it was read. */
  readonly accepted?: number;
  /** The writer still holds the lane (I6). */
  readonly lane?: { readonly workerId: string; readonly epoch: number };
  /** No lane holder now (user commands that must not cut a running turn short). */
  readonly laneFree?: true;
  /** The history ends here: stands beside every `histN`, so that no number is given twice. */
  readonly histN?: number;
}

/** A change of a process, applied whole or not at all. `null` removes. */
export interface ProcessPatch {
  /** Any part of the plan-mode state; makes it a move (version + 1). `undefined` inside removes a field. */
  readonly state?: Partial<PlanModeState>;
  readonly turn?: OpenTurn | null;
  readonly run?: Run | null;
  /** Appends a step to the run (model answer stored). */
  readonly pushStep?: TurnStep;
  /** Steps the run has before `pushStep`; needed where `stepCalls` rides on the same write. `ProcessWriter` fills it in. */
  readonly stepsBefore?: number;
  /** Replaces the calls of one stored step. */
  readonly stepCalls?: {
    readonly step: number;
    readonly calls: readonly StepCall[];
    readonly note?: string;
  };
  readonly halt?: ProcessDocument['halt'] | null;
  readonly pausedFrom?: ProcessDocument['pausedFrom'] | null;
  /** Takes a message in: inbox, recent (last 128), accepted + 1, due now. */
  readonly accept?: { readonly message: InboxMessage; readonly recent: RecentMessage };
  /** Inbox messages that leave with this write (I10). */
  readonly consume?: readonly string[];
  /** New last history number, where the entry appends numbered messages. */
  readonly histN?: number;
  readonly freeLane?: true;
  /** `now`: there is work (database time). */
  readonly due?: 'now';
  readonly clientTools?: readonly ClientToolSet[];
  readonly closeReason?: string;
  readonly pinned?: PinnedVersions;
  readonly entry?: OutboxEntry;
}
