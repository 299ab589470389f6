import type { PlanView, TodoItem } from '@vance/protocol';
import { defined } from './defined';
import type { PlanRecord } from './state';
import { firstOpen } from './todo-list';

/** The plan as clients draw it; null before the first draft and after an abandoned one. */
export function toPlanView(record: PlanRecord | null, todos: readonly TodoItem[]): PlanView | null {
  if (!record || record.phase === 'none') return null;
  return defined({
    version: record.version,
    phase: record.phase,
    goal: record.goal,
    summary: record.summary,
    nextAction: firstOpen(todos)?.content,
    blockReason: record.blockReason,
    hash: record.hash,
    decision: record.decision,
  });
}
