import { err, ok, wellFormed, type Result } from '@vance/kernel';
import type { ProposedTodo, TodoItem } from '@vance/protocol';
import { defined } from './defined';
import { refusal, type Refusal } from './refusal';
import { characters, contentFault, idFault } from './text-rules';

const MIN_ITEMS = 3;
const MAX_ITEMS = 8;
const MAX_PLAN_BYTES = 100 * 1024;
const MAX_TODO_BYTES = 100 * 1024;
const MAX_SUMMARY = 200;
const LINE_BREAK = /[\r\n\u2028\u2029]/u;

/** What the model proposes. */
export interface Proposal {
  readonly plan: string;
  readonly summary: string;
  readonly todos: readonly ProposedTodo[];
  readonly goal?: string;
}

/** A proposal that keeps the rules: text repaired, every step PENDING. */
export interface CheckedProposal {
  readonly plan: string;
  readonly summary: string;
  readonly todos: readonly TodoItem[];
  readonly goal?: string;
}

/** Checks the rules of 1.7. A refusal names each rule that is broken. */
export function validateProposal(proposal: Proposal): Result<CheckedProposal, Refusal> {
  const summary = wellFormed(proposal.summary).trim();
  const faults = [
    ...textFaults(proposal.plan, summary),
    ...countFaults(proposal.todos),
    ...(proposal.todos.length > MAX_ITEMS ? [] : itemFaults(proposal.todos)),
  ];
  if (faults.length > 0) {
    const rules = faults.map((fault) => `- ${fault}`).join('\n');
    return err(
      refusal('INVALID_PLAN', `the plan breaks these rules:\n${rules}\nPropose it again, mended.`),
    );
  }
  return ok(
    defined({
      plan: wellFormed(proposal.plan),
      summary,
      todos: proposal.todos.map(pending),
      goal: proposal.goal === undefined ? undefined : wellFormed(proposal.goal),
    }),
  );
}

function textFaults(plan: string, summary: string): string[] {
  const faults: string[] = [];
  if (plan.trim() === '') faults.push('plan: the Markdown must not be empty');
  if (Buffer.byteLength(plan) > MAX_PLAN_BYTES) faults.push('plan: at most 100 KiB of Markdown');
  if (summary === '' || LINE_BREAK.test(summary) || characters(summary) > MAX_SUMMARY) {
    faults.push(`summary: one line of 1 to ${MAX_SUMMARY} characters`);
  }
  return faults;
}

function countFaults(todos: readonly ProposedTodo[]): string[] {
  if (todos.length >= MIN_ITEMS && todos.length <= MAX_ITEMS) return [];
  return [
    `todos: a plan has ${MIN_ITEMS} to ${MAX_ITEMS} items, each a phase worth 1 to 3 calls; this one has ${todos.length}`,
  ];
}

function itemFaults(todos: readonly ProposedTodo[]): string[] {
  const faults: string[] = [];
  const seen = new Set<string>();
  todos.forEach((todo, index) => {
    const idRule = idFault(todo.id);
    const contentRule = contentFault(todo.content);
    if (idRule) faults.push(`todos[${index}].id: ${idRule}`);
    else if (seen.has(todo.id))
      faults.push(`todos[${index}].id: ids are unique, "${todo.id}" is there twice`);
    if (contentRule) faults.push(`todos[${index}].content: ${contentRule}`);
    seen.add(todo.id);
  });
  if (Buffer.byteLength(JSON.stringify(todos)) > MAX_TODO_BYTES) {
    faults.push('todos: at most 100 KiB together; details belong in the plan');
  }
  return faults;
}

/** A step as it enters the list: text repaired, keys in a fixed order. */
function pending(todo: ProposedTodo): TodoItem {
  return defined({
    id: todo.id,
    status: 'PENDING' as const,
    content: wellFormed(todo.content),
    activeForm: repaired(todo.activeForm),
    description: repaired(todo.description),
    files: todo.files?.map(wellFormed),
    verify: todo.verify?.map(wellFormed),
    risk: todo.risk,
  });
}

function repaired(text: string | undefined): string | undefined {
  return text === undefined ? undefined : wellFormed(text);
}
