import type { AssistantTurn, EventDraft, Layer, MessageMeta, MessageRole } from '@vance/protocol';
import type { PlanModeState, PlanRowChange } from '@vance/plan-core';
import type { AuditDraft } from '../audit/audit-chain';
import type { InboxItemRow } from '../inbox/inbox-item.schema';

/** The right to work on a process (4.2). Expiry is judged by the database's clock alone. */
export interface Lane {
  readonly workerId: string | null;
  /** Grows on every take; stands in the filter of every worker's write. */
  readonly epoch: number;
  readonly expiresAt: Date;
}

/** A message that waits in the process, or that the open turn has taken. */
export interface InboxMessage {
  /** The process's message counter: what "accepted after" compares. */
  readonly no: number;
  readonly id: string;
  /** `user`: words of a person · `decision`: a verdict by button, REST or inbox · `event`: a process event. */
  readonly kind: 'user' | 'decision' | 'event';
  readonly clientMessageId: string;
  readonly content: string;
  readonly userId: string;
  readonly at: Date;
  readonly seenPlanVersion?: number;
  readonly meta: MessageMeta;
}

/** An accepted message's fingerprint, kept for the last 128: a repeat is found here (I1). */
export interface RecentMessage {
  readonly clientMessageId: string;
  readonly id: string;
  /** The outbox entry (and so the event row) that announced it. */
  readonly entryId: string;
}

/** Where a tool call stands (I7). */
export type ToolCallState = 'INTENDED' | 'STARTED' | 'DONE' | 'FAILED' | 'UNKNOWN' | 'REFUSED';

/** One tool call of a stored model answer. */
export interface StepCall {
  /** Minted by us; unique in the process, what tools and clients see. */
  readonly callId: string;
  readonly tool: string;
  /** `read`: may run again after a crash · `idempotent`: may run again with the same callId · `write`: never again. */
  readonly effect: 'read' | 'idempotent' | 'write';
  readonly state: ToolCallState;
  /** What the model is told; present from DONE, FAILED, UNKNOWN and REFUSED on. */
  readonly result?: string;
  readonly startedAt?: Date;
  readonly endedAt?: Date;
}

/** A stored model answer with the calls it asked for: never asked for again (I8). */
export interface TurnStep {
  readonly answer: AssistantTurn;
  readonly calls: readonly StepCall[];
  /** Text that follows the results (a correction, a hint), as the model is told it. */
  readonly note?: string;
}

/** The turn under way. Its bounds live here, so a crash does not reset them (I14). */
export interface OpenTurn {
  readonly id: string;
  /** Ids of the inbox messages it has taken; they leave the inbox in the write that commits it (I10). */
  readonly taken: readonly string[];
  /** History number of the first taken message. */
  readonly firstN: number;
  /** Takes of this turn; 1 on the first, a crash adds one (I9). */
  readonly attempts: number;
  readonly iteration: number;
  readonly corrections: number;
  readonly startedAt: Date;
  /** Mode at its start: whether it changed decides the continuation (1.11). */
  readonly startedMode: PlanModeState['mode'];
  /** Index into `run.steps` where this turn's own steps begin. */
  readonly firstStep: number;
  /** Whether it said something or used a tool, for the silent-turn guard. */
  readonly spoke: boolean;
}

/** What outlives a turn and ends with the run: continuations share one exchange with the model (1.11). */
export interface Run {
  readonly continuations: number;
  readonly silentTurns: number;
  /** History number of its first message: rows below it belong to earlier runs. */
  readonly firstN: number;
  /** The messages that began it. */
  readonly messages: readonly ApprovalSource[];
  readonly steps: readonly TurnStep[];
}

/** The user's words that started the run; an approval must name one (1.5). */
export interface ApprovalSource {
  readonly no: number;
  readonly id: string;
  readonly kind: InboxMessage['kind'];
  readonly userId: string;
  readonly content: string;
  readonly seenPlanVersion?: number;
}

/** Tools that a connected client offers for this session (2.3). */
export interface ClientToolSet {
  readonly connectionId: string;
  /** The brain that holds the connection; gone with it. */
  readonly brainId: string;
  readonly userId: string;
  readonly profile: string;
  readonly tools: readonly {
    readonly name: string;
    readonly description: string;
    readonly inputSchema: Readonly<Record<string, unknown>>;
    readonly labels: readonly string[];
  }[];
}

/** A history row as the outbox carries it. */
export interface ChatMessageRow {
  readonly id: string;
  readonly n: number;
  readonly role: MessageRole;
  readonly content: string;
  readonly at: Date;
  readonly tags: readonly string[];
  readonly meta: MessageMeta;
}

/** A journal row as the outbox carries it (4.4). */
export interface ToolCallRow {
  readonly callId: string;
  readonly turnId: string;
  readonly tool: string;
  readonly effect: StepCall['effect'];
  readonly paramsHash: string;
  readonly state: ToolCallState;
  readonly startedAt?: Date;
  readonly endedAt?: Date;
}

/** Everything one write causes outside the process document; projected in order, each row idempotent. */
export interface OutboxEntry {
  readonly id: string;
  readonly at: Date;
  readonly events: readonly EventDraft[];
  readonly messages: readonly ChatMessageRow[];
  readonly plans: readonly PlanRowChange[];
  readonly calls: readonly ToolCallRow[];
  /** What of the write belongs on the tenant's record; absent in most. */
  readonly audit?: readonly AuditDraft[];
  /** What becomes of inbox items; absent in most. */
  readonly items?: readonly InboxItemRow[];
}

/** A version of a document, or what the product ships (version 0). */
export interface VersionRef {
  readonly layer: Layer;
  readonly version: number;
}

/** The versions of recipe and prompts that an approval was given under: its plan is held to them (3.5). */
export interface HeldVersions {
  readonly recipe: VersionRef;
  /** By cascade path, which holds dots and so is no key. */
  readonly prompts: readonly (VersionRef & { readonly path: string })[];
}

/** Written by the approval's own write. It counts while that plan runs (`pinsInForce`), so nothing takes it away. */
export interface PinnedVersions extends HeldVersions {
  readonly planVersion: number;
}

/** The unit of atomicity (4.1). Only `libs/data` writes it. */
export interface ProcessDocument extends PlanModeState {
  readonly _id: string;
  readonly tenantId: string;
  readonly project: string;
  readonly sessionId: string;
  /** Owner: the session's user. */
  readonly userId: string;
  readonly name: string;
  readonly engine: string;
  readonly recipe: string;
  readonly profile: string;
  readonly language?: string;
  readonly parentProcessId?: string;
  readonly createdAt: Date;
  /** Counts moves of status, mode, plan, todos, agentMode: what decisions are compared and set on. */
  readonly version: number;
  /** Counts accepted messages; the last one's `no`. Accepting leaves `version` alone. */
  readonly accepted: number;
  readonly lane: Lane;
  /** Set while something is to be done: the sweeper's query. */
  readonly dueAt?: Date;
  /** A user's halt that no turn has obeyed yet. */
  readonly halt?: { readonly at: Date; readonly by: string };
  /** Status to return to on resume. */
  readonly pausedFrom?: {
    readonly status: PlanModeState['status'];
    readonly waitingFor?: PlanModeState['waitingFor'];
  };
  /** Generation and last number of the history: what a worker's cache compares. */
  readonly hist: { readonly gen: number; readonly n: number };
  readonly inbox: readonly InboxMessage[];
  readonly recent: readonly RecentMessage[];
  readonly turn?: OpenTurn;
  readonly run?: Run;
  readonly outbox: readonly OutboxEntry[];
  readonly clientTools: readonly ClientToolSet[];
  readonly closeReason?: string;
  readonly pinned?: PinnedVersions;
  /** Tokens of the latest writes: which of a bulk's compare-and-sets were applied. */
  readonly writes?: readonly string[];
}
