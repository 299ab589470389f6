import type { TodoChange, TodoItem } from '@vance/protocol';
import { addItems } from './todo-add';
import { judgeTodo, NO_ITEM } from './todo-judge';
import type { IgnoredChange, TodoRules, TodoWish } from './todo-wish';

/** What a TODO_UPDATE makes of a list. */
export interface TodoResult {
  /** The list after; items not named are the very same objects. */
  readonly todos: readonly TodoItem[];
  readonly changed: boolean;
  /** Items that this action made IN_PROGRESS and COMPLETED, in order, as they stand now. */
  readonly started: readonly TodoItem[];
  readonly completed: readonly TodoItem[];
  readonly ignored: readonly IgnoredChange[];
}

/** Judges a TODO_UPDATE item by item (1.7). What breaks a rule is named, the rest applies. */
export function updateTodos(
  before: readonly TodoItem[],
  wish: TodoWish,
  rules: TodoRules = {},
): TodoResult {
  const list = [...before];
  const ignored: IgnoredChange[] = [];
  const started = new Set<string>();
  const completed = new Set<string>();

  const apply = (change: TodoChange, lastTry: boolean): boolean => {
    const index = list.findIndex((item) => item.id === change.id);
    const item = list[index];
    const verdict = judgeTodo(item, change, list);
    if (verdict.kind === 'later' && !lastTry) return false;
    if (verdict.kind !== 'apply' || !item) {
      ignored.push({ id: change.id, reason: verdict.kind === 'apply' ? NO_ITEM : verdict.reason });
      return true;
    }
    list[index] = { ...item, status: verdict.status };
    if (verdict.status === 'IN_PROGRESS') started.add(item.id);
    if (verdict.status === 'COMPLETED') completed.add(item.id);
    return true;
  };

  const waiting = wish.updates.filter((change) => !apply(change, false));
  for (const change of waiting) apply(change, true);
  const added = addItems(list, wish.add ?? [], rules, ignored);

  return {
    todos: list,
    changed: started.size + completed.size + added > 0,
    started: list.filter((item) => started.has(item.id)),
    completed: list.filter((item) => completed.has(item.id)),
    ignored,
  };
}

/** completed ⇔ every step COMPLETED and at least one step (1.4). */
export function allCompleted(todos: readonly TodoItem[]): boolean {
  return todos.length > 0 && todos.every((todo) => todo.status === 'COMPLETED');
}
