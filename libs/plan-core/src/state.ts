import type {
  AgentMode,
  EventDraft,
  MessageMeta,
  MessageRole,
  PlanArchiveReason,
  PlanDecision,
  PlanPhase,
  ProcessMode,
  ProcessStatus,
  TodoItem,
  WaitingFor,
} from '@vance/protocol';

/** The plan as the process document keeps it: the current version in brief, its Markdown lives in `plans`. */
export interface PlanRecord {
  /** Last proposed version of this process, 0 before the first proposal; counts on over all its plans. */
  readonly version: number;
  readonly phase: PlanPhase;
  readonly goal?: string;
  readonly summary?: string;
  /** SHA-256 of the current version's content, hex; empty while nothing of this plan was proposed. */
  readonly hash: string;
  readonly blockReason?: string;
  /** The verdict on the current version, if it has one. */
  readonly decision?: PlanDecision;
  /** True once something of this very plan (not an earlier one) has been proposed. */
  readonly proposed: boolean;
  /** The process's message counter when the current version was proposed: approvals must be newer. */
  readonly proposedNo: number;
  /** Whether this plan's MODE:plan tag stands in the history. */
  readonly tagged: boolean;
  /** The inbox item that the current version is, where the recipe wants it so (1.16). It is open until the version is decided. */
  readonly item?: PlanItem;
}

/** An inbox item that asks for a verdict. */
export interface PlanItem {
  readonly itemId: string;
  /** The user who is asked. */
  readonly assignedTo: string;
  /** ISO 8601. */
  readonly createdAt: string;
}

/** What a move does to the inbox item of a plan version. Each is idempotent. */
export type ItemChange = {
  readonly item: PlanItem;
  readonly planVersion: number;
  readonly planHash: string;
  readonly summary: string;
} & (
  | { readonly kind: 'added'; readonly plan: string }
  /** Answered by this very decision. */
  | { readonly kind: 'answered'; readonly decision: PlanDecision }
  /** Nobody need answer it any more. */
  | { readonly kind: 'dismissed' }
);

/** The dimensions of a process that plan mode moves, always together in one write (1.1). */
export interface PlanModeState {
  readonly status: ProcessStatus;
  readonly waitingFor?: WaitingFor;
  readonly mode: ProcessMode;
  readonly agentMode: AgentMode;
  readonly plan: PlanRecord | null;
  readonly todos: readonly TodoItem[];
  /** What the user's switch to plan left, so that the switch back can return there (1.8). */
  readonly switchedFrom?: 'NORMAL' | 'EXECUTING';
  /** Highest message counter that an approval has used; a message approves once. */
  readonly approvedNo: number;
}

/** A message that a move appends to the history, before the process has numbered it. */
export interface MessageDraft {
  readonly role: MessageRole;
  readonly content: string;
  readonly tags: readonly string[];
  readonly meta: MessageMeta;
}

/** What a move does to the rows of plan versions. Each is idempotent. */
export type PlanRowChange =
  | {
      readonly kind: 'proposed';
      readonly version: number;
      readonly hash: string;
      readonly goal?: string;
      readonly summary: string;
      readonly plan: string;
      readonly todos: readonly TodoItem[];
    }
  | { readonly kind: 'decided'; readonly version: number; readonly decision: PlanDecision }
  | { readonly kind: 'archived'; readonly version: number; readonly reason: PlanArchiveReason };

/**
 * One move, complete: the state after it and everything the same write records. `chat-message-appended`
 * events are not listed: the writer derives them from `messages` (markers make none).
 */
export interface Move {
  readonly state: PlanModeState;
  readonly events: readonly EventDraft[];
  readonly messages: readonly MessageDraft[];
  readonly plans: readonly PlanRowChange[];
  readonly items?: readonly ItemChange[];
}

/** A USER message of the turn, as far as approval asks (1.5). */
export interface ApprovalMessage {
  /** The process's message counter that the accepting write gave it. */
  readonly no: number;
  readonly messageId: string;
  readonly userId: string;
  readonly content: string;
  readonly seenPlanVersion?: number;
  /** False for process events, schedules, and messages that carry a recorded verdict. */
  readonly isUserWords: boolean;
}
