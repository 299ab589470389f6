import { wellFormed } from '@vance/kernel';
import type { TodoAddition, TodoItem } from '@vance/protocol';
import { defined } from './defined';
import { contentFault, idFault } from './text-rules';
import type { IgnoredChange, TodoRules } from './todo-wish';

/** Medium drift: what one action may add, and how long a list may grow. */
const MAX_ADDED = 2;
const MAX_LIST = 12;

/** Adds to `list` what may be added and returns how many; the rest is named in `ignored`. */
export function addItems(
  list: TodoItem[],
  add: readonly TodoAddition[],
  rules: TodoRules,
  ignored: IgnoredChange[],
): number {
  let added = 0;
  add.forEach((addition, index) => {
    const reason =
      rules.addRefusedBecause ??
      (index >= MAX_ADDED
        ? `at most ${MAX_ADDED} items are added in one action; use START_PLAN for more`
        : additionFault(addition, list));
    if (reason !== undefined) {
      ignored.push({ id: addition.id, reason });
      return;
    }
    const at = list.findIndex((item) => item.id === addition.after);
    list.splice(at === -1 ? list.length : at + 1, 0, newItem(addition));
    added += 1;
  });
  return added;
}

function additionFault(addition: TodoAddition, list: readonly TodoItem[]): string | undefined {
  if (list.length >= MAX_LIST) return `a list has at most ${MAX_LIST} items; use START_PLAN`;
  if (list.some((item) => item.id === addition.id)) return 'ids are unique, this one is taken';
  if (addition.after !== undefined && !list.some((item) => item.id === addition.after)) {
    return `there is no item "${addition.after}" to stand after`;
  }
  return idFault(addition.id) ?? contentFault(addition.content);
}

function newItem(addition: TodoAddition): TodoItem {
  return defined({
    id: addition.id,
    status: 'PENDING' as const,
    content: wellFormed(addition.content),
    activeForm: addition.activeForm === undefined ? undefined : wellFormed(addition.activeForm),
  });
}
