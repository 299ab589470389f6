import { ok, type Result } from '@vance/kernel';
import type { TodoItem } from '@vance/protocol';
import { judgeAction } from '../action-gate';
import { phaseOf } from '../legal';
import { canTransition } from '../phase';
import type { Refusal } from '../refusal';
import type { MessageDraft, Move, PlanModeState } from '../state';
import { renderUpdateFeedback } from '../todo-list';
import { allCompleted, updateTodos, type TodoResult } from '../todo-update';
import type { TodoWish } from '../todo-wish';
import { startOnWords, type ChatApproval } from './approve';
import { changed, moveTo, planModeState, unchanged, type MoveResult } from './move';

export interface TodoUpdateInput extends TodoWish {
  readonly approval: ChatApproval;
}

/**
 * TODO_UPDATE (1.7). In PLANNING it starts the plan first, if and only if START_EXECUTION would be
 * accepted now (1.6). The status of the process is left alone: the turn goes on.
 */
export function todoUpdate(process: PlanModeState, input: TodoUpdateInput): MoveResult {
  const gate = judgeAction('TODO_UPDATE', process);
  if (!gate.ok) return gate;
  const before = planModeState(process);
  const started = start(before, input.approval);
  if (!started.ok) return started;

  const from = started.value?.state ?? before;
  const result = updateTodos(from.todos, input, { addRefusedBecause: addRefusal(from) });
  const feedback = renderUpdateFeedback(result.todos, result.ignored);
  if (!result.changed) {
    return started.value ? changed(started.value, feedback) : unchanged(before, feedback);
  }
  const startTags = started.value?.messages.flatMap((message) => message.tags) ?? [];
  const move = applyResult(from, result, startTags);
  if (!started.value) return changed(move, feedback);
  const { events, plans } = started.value;
  return changed(
    { ...move, events: [...events, ...move.events], plans: [...plans, ...move.plans] },
    feedback,
  );
}

/** The guarded promotion: nothing to do outside PLANNING. */
function start(before: PlanModeState, approval: ChatApproval): Result<Move | undefined, Refusal> {
  return before.mode === 'PLANNING' ? startOnWords(before, approval) : ok(undefined);
}

function addRefusal(state: PlanModeState): string | undefined {
  if (state.mode !== 'EXECUTING') return 'only statuses are updated in this mode';
  return phaseOf(state) === 'completed'
    ? 'every step is done; use START_PLAN for more work'
    : undefined;
}

function applyResult(from: PlanModeState, result: TodoResult, startTags: readonly string[]): Move {
  const { plan } = from;
  const completes =
    plan !== null && allCompleted(result.todos) && canTransition(plan.phase, 'completed');
  const after: PlanModeState = {
    ...from,
    todos: result.todos,
    plan: completes ? { ...plan, phase: 'completed' } : plan,
  };
  return moveTo(from, after, {
    messages: result.completed.map(doneMessage),
    tags: [...startTags, ...result.started.map((todo) => `PLAN_STEP_STARTED:${todo.id}`)],
  });
}

function doneMessage(todo: TodoItem): MessageDraft {
  return {
    role: 'ASSISTANT',
    content: `✓ ${todo.content}`,
    tags: [`PLAN_STEP_DONE:${todo.id}`],
    meta: {},
  };
}
