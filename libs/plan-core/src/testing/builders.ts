import type { PlanDecision, TodoItem } from '@vance/protocol';
import type { ApprovalMessage, MoveResult, PlanModeState, PlanRecord, Refusal } from '../index';
import { proposePlan, startExecution, startPlan } from '../moves';
import type { ChatApproval, MoveOutcome } from '../moves';

/** A step, PENDING unless said otherwise. */
export function todo(id: string, more: Partial<TodoItem> = {}): TodoItem {
  return { id, status: 'PENDING', content: `Do ${id}`, ...more };
}

/** A process before its first word. */
export function state(more: Partial<PlanModeState> = {}): PlanModeState {
  return {
    status: 'RUNNING',
    waitingFor: undefined,
    mode: 'NORMAL',
    agentMode: 'build',
    plan: null,
    todos: [],
    switchedFrom: undefined,
    approvedNo: 0,
    ...more,
  };
}

/** A proposed plan of version 1. */
export function record(more: Partial<PlanRecord> = {}): PlanRecord {
  return {
    version: 1,
    phase: 'ready',
    summary: 'A plan',
    hash: 'h1',
    proposed: true,
    proposedNo: 5,
    tagged: true,
    ...more,
  };
}

/** A verdict on version 1. */
export function decision(more: Partial<PlanDecision> = {}): PlanDecision {
  return {
    planVersion: 1,
    planHash: 'h1',
    verdict: 'approve',
    source: 'button',
    decidedBy: 'user-1',
    messageId: 'm-1',
    decisionId: 'd-1',
    at: '2026-01-01T00:00:00.000Z',
    ...more,
  };
}

/** A user's words. */
export function words(
  no: number,
  content = 'ok',
  more: Partial<ApprovalMessage> = {},
): ApprovalMessage {
  return { no, messageId: `m-${no}`, userId: 'user-1', content, isUserWords: true, ...more };
}

/** An approval context in which the given messages started the turn. */
export function chat(
  runMessages: readonly ApprovalMessage[],
  more: Partial<ChatApproval> = {},
): ChatApproval {
  return {
    approval: 'inferred',
    runMessages,
    now: new Date('2026-01-01T00:00:00.000Z'),
    newDecisionId: () => 'd-chat',
    ...more,
  };
}

/** Three steps as a model proposes them. */
export const steps = (...ids: string[]) => ids.map((id) => ({ id, content: `Do ${id}` }));

export const proposal = (
  more: { goal?: string; accepted?: number; ids?: string[]; plan?: string } = {},
) => ({
  plan: more.plan ?? '# Plan',
  summary: 'Three steps',
  todos: steps(...(more.ids ?? ['a', 'b', 'c'])),
  goal: more.goal,
  accepted: more.accepted ?? 5,
});

/** The outcome of a move that must hold. */
export function held(result: MoveResult): MoveOutcome {
  if (!result.ok) throw new Error(`refused: ${result.error.feedback}`);
  return result.value;
}

/** The refusal of a move that must not hold. */
export function refused(result: { ok: true } | { ok: false; error: Refusal }): Refusal {
  if (result.ok) throw new Error('the move was not refused');
  return result.error;
}

/** EXPLORING with a tagged draft. */
export function exploring(): PlanModeState {
  return held(startPlan(state(), { goal: 'Goal', planMode: 'auto' })).move.state;
}

/** PLANNING with version 1 ready, proposed when 5 messages were accepted. */
export function planning(): PlanModeState {
  return held(proposePlan(exploring(), proposal())).move.state;
}

/** EXECUTING version 1, approved by message 6. */
export function executing(): PlanModeState {
  return held(startExecution(planning(), chat([words(6)]))).move.state;
}

/** EXECUTING with everything done. */
export function completed(): PlanModeState {
  const running = executing();
  if (!running.plan) throw new Error('no plan');
  return {
    ...running,
    plan: { ...running.plan, phase: 'completed' },
    todos: running.todos.map((item) => ({ ...item, status: 'COMPLETED' as const })),
  };
}
