import { cutText } from '@vance/kernel';
import type { TodoChange, TodoItem, TodoStatus } from '@vance/protocol';

/** What becomes of one wished status. */
export type TodoVerdict =
  | { readonly kind: 'apply'; readonly status: TodoStatus }
  | { readonly kind: 'ignore'; readonly reason: string }
  /** Another step is in progress; a later part of the same action may complete it. */
  | { readonly kind: 'later'; readonly reason: string };

export const NO_ITEM = 'no item has this id';

/** Judges one wished status against the list as it is now (1.7). */
export function judgeTodo(
  item: TodoItem | undefined,
  change: TodoChange,
  list: readonly TodoItem[],
): TodoVerdict {
  const ignore = (reason: string): TodoVerdict => ({ kind: 'ignore', reason });
  if (!item) return ignore(NO_ITEM);
  switch (change.status) {
    case 'BLOCKED':
      // Blocked items (1.9) begin here: phase blocked, the reason on the item.
      return change.reason?.trim()
        ? ignore('blocking a step is not supported yet; ask the user for what you need')
        : ignore('BLOCKED needs a reason');
    case 'PENDING':
    case 'IN_PROGRESS':
    case 'COMPLETED':
      break;
    default:
      return ignore(`unknown status "${cutText(change.status, 40)}"; use IN_PROGRESS or COMPLETED`);
  }
  if (item.status === change.status) return ignore(`it is ${item.status} already`);
  if (item.status === 'COMPLETED') return ignore('it is COMPLETED and never goes back');
  if (change.status === 'PENDING') return ignore('it is IN_PROGRESS and never goes back');
  if (change.status === 'IN_PROGRESS') {
    const other = list.find((entry) => entry.status === 'IN_PROGRESS');
    if (other)
      return { kind: 'later', reason: `"${other.id}" is IN_PROGRESS; only one item may be` };
  }
  return { kind: 'apply', status: change.status };
}
