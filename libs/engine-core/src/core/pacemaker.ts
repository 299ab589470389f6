import { cutText } from '@vance/kernel';
import { MAX_MESSAGE, type TodoItem } from '@vance/protocol';
import type { PlanModeState } from '@vance/plan-core';
import { sentence } from './sentences';

/** Whether the turn may be told once more what to mend (1.12). `corrections` counts those already given. */
export function mayCorrect(corrections: number, budget: number): boolean {
  return corrections < budget;
}

/** What the user reads when the corrections are spent. */
export type Fallback =
  /** (1) The model's own free text. */
  | { readonly kind: 'text'; readonly content: string }
  /** (2) Everything is done: a summary built from the list. */
  | { readonly kind: 'summary'; readonly content: string }
  /** (3) A friendly sentence; the reason goes to the log. */
  | { readonly kind: 'lost'; readonly content: string };

/** Chooses the fallback. `freeText` is the last text the model wrote in this turn, if any. */
export function fallbackFor(
  freeText: string,
  state: Pick<PlanModeState, 'mode' | 'todos'>,
  language: string | undefined,
): Fallback {
  if (isPresentable(freeText)) return { kind: 'text', content: cutText(freeText, MAX_MESSAGE) };
  if (state.mode === 'EXECUTING' && allDone(state.todos))
    return { kind: 'summary', content: summaryOf(state.todos, language) };
  return { kind: 'lost', content: sentence('lost', language) };
}

function allDone(todos: readonly TodoItem[]): boolean {
  return todos.length > 0 && todos.every((todo) => todo.status === 'COMPLETED');
}

function summaryOf(todos: readonly TodoItem[], language: string | undefined): string {
  return [sentence('completed', language), ...todos.map((todo) => `- ${todo.content}`)].join('\n');
}

/** Text that is machinery rather than words (a broken call written out) is nothing for the chat. */
function isPresentable(text: string): boolean {
  const body = text.trim();
  if (body === '') return false;
  const bare = body.replace(/^```[a-z]*\s*|\s*```$/gi, '');
  return !isData(bare) && !/"type"\s*:/.test(body);
}

/** JSON, whole or torn; a link or a list item in brackets is none. */
function isData(text: string): boolean {
  if (text.startsWith('{') || /^\[\s*[[{"]/.test(text)) return true;
  if (!text.startsWith('[')) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
