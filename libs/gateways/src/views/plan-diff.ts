import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';
import type { PlanDiff, PlanVersion, TodoItem } from '@vance/protocol';

/** What changed between two versions of a plan. Todos are compared by id, field by field. */
export function diffPlans(from: PlanVersion, to: PlanVersion): PlanDiff {
  const before = new Map(from.todos.map((todo) => [todo.id, todo]));
  const after = new Map(to.todos.map((todo) => [todo.id, todo]));
  return {
    from: from.version,
    to: to.version,
    markdown: createTwoFilesPatch(
      `plan v${from.version}`,
      `plan v${to.version}`,
      from.plan,
      to.plan,
      undefined,
      undefined,
      { headerOptions: FILE_HEADERS_ONLY },
    ),
    todos: {
      added: to.todos.filter(({ id }) => !before.has(id)),
      removed: from.todos.filter(({ id }) => !after.has(id)),
      changed: to.todos.flatMap((todo) => {
        const old = before.get(todo.id);
        return old === undefined || sameTodo(old, todo)
          ? []
          : [{ id: todo.id, from: old, to: todo }];
      }),
    },
  };
}

function sameTodo(left: TodoItem, right: TodoItem): boolean {
  return JSON.stringify(sorted(left)) === JSON.stringify(sorted(right));
}

function sorted(todo: TodoItem): readonly (readonly [string, unknown])[] {
  return Object.entries(todo).sort(([a], [b]) => (a < b ? -1 : 1));
}
