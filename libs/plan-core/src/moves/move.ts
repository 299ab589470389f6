import { ok, type Result } from '@vance/kernel';
import type { EventDraft, PlanArchiveReason } from '@vance/protocol';
import { toPlanView } from '../plan-view';
import type { Refusal } from '../refusal';
import { closedItem, itemsOf } from '../plan-item';
import type {
  ItemChange,
  MessageDraft,
  Move,
  PlanModeState,
  PlanRecord,
  PlanRowChange,
} from '../state';

/**
 * What became of a move. `unchanged` is no error: nothing of the plan moved (at most the status, as the
 * turn ends), so it causes nothing.
 */
export interface MoveOutcome {
  readonly kind: 'changed' | 'unchanged';
  readonly move: Move;
  /** What the model (for a verdict or switch: the log) is told. */
  readonly feedback: string;
}
export type MoveResult = Result<MoveOutcome, Refusal>;

/** What a move causes beside its state. */
export interface Causes {
  readonly messages?: readonly MessageDraft[];
  /** Tags of the history (1.3): they go on the first message, else on a marker. */
  readonly tags?: readonly string[];
  readonly plans?: readonly PlanRowChange[];
  /** Summary of the version that this move proposes. */
  readonly proposed?: string;
  /** The inbox item that it is proposed as. */
  readonly item?: ItemChange;
}

/** The eight fields plan mode owns, each present, so that a removed one is seen as removed. */
export function planModeState(process: PlanModeState): PlanModeState {
  return {
    status: process.status,
    waitingFor: process.waitingFor,
    mode: process.mode,
    agentMode: process.agentMode,
    plan: process.plan,
    todos: process.todos,
    switchedFrom: process.switchedFrom,
    approvedNo: process.approvedNo,
  };
}

/** A move from one state to another; its events are the difference, so replaying them gives the state. */
export function moveTo(before: PlanModeState, after: PlanModeState, causes: Causes = {}): Move {
  return {
    state: after,
    events: difference(before, after, causes.proposed),
    messages: tagged(causes.messages ?? [], causes.tags ?? []),
    plans: causes.plans ?? [],
    ...itemsOf([closedItem(before, after), causes.item]),
  };
}

/** The outcome of a move that changed something. */
export function changed(move: Move, feedback: string): MoveResult {
  return ok({ kind: 'changed', move, feedback });
}

/** The outcome of a move that found everything as it should be. */
export function unchanged(state: PlanModeState, feedback: string): MoveResult {
  return ok({ kind: 'unchanged', move: { state, events: [], messages: [], plans: [] }, feedback });
}

function difference(
  before: PlanModeState,
  after: PlanModeState,
  proposed: string | undefined,
): EventDraft[] {
  const planVersion = after.plan?.version ?? 0;
  const events: EventDraft[] = [];
  if (before.agentMode !== after.agentMode) {
    const modes = { oldMode: before.agentMode, newMode: after.agentMode };
    events.push({ type: 'agent-mode-changed', ...modes });
  }
  if (todosDiffer(before, after)) {
    events.push({ type: 'todos-updated', todos: [...after.todos], planVersion });
  }
  if (planDiffers(before, after)) {
    events.push({ type: 'plan-updated', plan: toPlanView(after.plan, after.todos) });
  }
  if (proposed !== undefined) {
    events.push({ type: 'plan-proposed', summary: proposed, planVersion });
  }
  if (before.mode !== after.mode) {
    events.push({ type: 'process-mode-changed', oldMode: before.mode, newMode: after.mode });
  }
  return events;
}

function todosDiffer(before: PlanModeState, after: PlanModeState): boolean {
  return before.todos !== after.todos && before.todos.length + after.todos.length > 0;
}

const SHOWN = [
  'version',
  'phase',
  'goal',
  'summary',
  'hash',
  'blockReason',
  'decision',
  'nextAction',
] as const;

/** Whether clients see another plan, its next action included: the events alone give the snapshot (I5). */
function planDiffers(before: PlanModeState, after: PlanModeState): boolean {
  const shownBefore = toPlanView(before.plan, before.todos);
  const shownAfter = toPlanView(after.plan, after.todos);
  return SHOWN.some((key) => shownBefore?.[key] !== shownAfter?.[key]);
}

function tagged(messages: readonly MessageDraft[], tags: readonly string[]): MessageDraft[] {
  if (tags.length === 0) return [...messages];
  const [first, ...rest] = messages;
  if (!first) return [{ role: 'SYSTEM', content: '', tags: [...tags], meta: { kind: 'marker' } }];
  return [{ ...first, tags: [...tags, ...first.tags] }, ...rest];
}

/** A plan record before its first draft. The version counts on over all plans of a process. */
export function freshRecord(version: number): PlanRecord {
  return { version, phase: 'none', hash: '', proposed: false, proposedNo: 0, tagged: false };
}

/** Sets a plan's last version aside; a completed plan is kept as completed, whatever ends it. */
export function setAside(plan: PlanRecord | null, reason: PlanArchiveReason): PlanRowChange[] {
  if (!plan?.proposed) return [];
  const kept = plan.phase === 'completed' ? 'completed' : reason;
  return [{ kind: 'archived', version: plan.version, reason: kept }];
}
