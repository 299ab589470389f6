import { createHash } from 'node:crypto';
import type { TodoItem } from '@vance/protocol';

/** What a user approves, whole. */
export interface PlanContent {
  readonly goal?: string;
  readonly summary: string;
  readonly plan: string;
  readonly todos: readonly TodoItem[];
}

/**
 * SHA-256 over the content of a version, hex. Fields stand in a fixed order and a step's status is left
 * out, so that the same words give the same hash whatever object they came in.
 */
export function planHash(content: PlanContent): string {
  const canonical = JSON.stringify([
    content.goal ?? null,
    content.summary,
    content.plan,
    content.todos.map((todo) => [
      todo.id,
      todo.content,
      todo.activeForm ?? null,
      todo.description ?? null,
      todo.files ?? null,
      todo.verify ?? null,
      todo.risk ?? null,
    ]),
  ]);
  return createHash('sha256').update(canonical).digest('hex');
}
