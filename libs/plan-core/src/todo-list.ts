import { cutText } from '@vance/kernel';
import type { TodoItem } from '@vance/protocol';
import { oneLine } from './text-rules';
import type { IgnoredChange } from './todo-wish';

/** `[ ]` waiting, `[~]` under way, `[✓]` done, `[!]` blocked. */
export function marker(todo: TodoItem): '[ ]' | '[~]' | '[✓]' | '[!]' {
  if (todo.blockedReason !== undefined) return '[!]';
  switch (todo.status) {
    case 'COMPLETED':
      return '[✓]';
    case 'IN_PROGRESS':
      return '[~]';
    default:
      return '[ ]';
  }
}

/** One line per step: marker, id, content (and why it is blocked). */
export function renderTodoList(todos: readonly TodoItem[]): string {
  return todos.map(line).join('\n');
}

function line(todo: TodoItem): string {
  const blocked =
    todo.blockedReason === undefined ? '' : ` (blocked: ${oneLine(todo.blockedReason)})`;
  return `${marker(todo)} ${todo.id}: ${oneLine(todo.content)}${blocked}`;
}

/** The first step that is not done. */
export function firstOpen(todos: readonly TodoItem[]): TodoItem | undefined {
  return todos.find((todo) => todo.status !== 'COMPLETED');
}

/** The step the model works on, or should take up next: the one under way, else the first open one. */
export function currentStep(todos: readonly TodoItem[]): TodoItem | undefined {
  return todos.find((todo) => todo.status === 'IN_PROGRESS') ?? firstOpen(todos);
}

/** What to do next, as one sentence for the model. */
export function nextStep(todos: readonly TodoItem[]): string {
  const current = currentStep(todos);
  if (!current) return 'Next: every step is done; tell the user what was achieved with ANSWER.';
  return current.status === 'IN_PROGRESS'
    ? `Next: do the work of "${current.id}", then set it to COMPLETED.`
    : `Next: set "${current.id}" to IN_PROGRESS, do its work, then set it to COMPLETED.`;
}

/** A list has twelve items at most; who names more than these is not read in full. */
const MAX_NAMED = 20;
const MAX_ID = 80;

/** Feedback on a TODO_UPDATE: the list as it is now, the next step, and what was ignored and why. */
export function renderUpdateFeedback(
  todos: readonly TodoItem[],
  ignored: readonly IgnoredChange[],
): string {
  const parts = [renderTodoList(todos), nextStep(todos)];
  if (ignored.length > 0) {
    const lines = ignored
      .slice(0, MAX_NAMED)
      .map(({ id, reason }) => `- ${cutText(oneLine(id), MAX_ID)}: ${oneLine(reason)}`);
    if (ignored.length > MAX_NAMED) lines.push(`- and ${ignored.length - MAX_NAMED} more`);
    parts.push(`Ignored:\n${lines.join('\n')}`);
  }
  return parts.join('\n\n');
}
