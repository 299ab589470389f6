import type { AssistantTurn } from '@vance/protocol';
import { cutText } from '@vance/kernel';

/** Characters of an answer without tools that is kept whole: a plan to be mended, for one. */
const WHOLE = 128 * 1024;
/** The same in a run that holds much already. */
const WHOLE_IN_FULL_RUN = 16 * 1024;
const FULL_RUN = 2 * 1024 * 1024;
/** Characters of an answer whose calls are run: they are stored first, in the process document. */
const RUNNABLE = 1024 * 1024;
const SHORT = 1_000;
const FEW = 20;
const CUT = ' …(shortened)';

/** Characters of an answer: its text, its calls' arguments, and what its provider wants back. */
export function answerSize({ text, toolCalls, provider }: AssistantTurn): number {
  return toolCalls.reduce(
    (size, call) => size + call.arguments.length,
    text.length + sizeOfProvider(provider),
  );
}

function sizeOfProvider(provider: AssistantTurn['provider']): number {
  return provider === undefined ? 0 : JSON.stringify(provider).length;
}

/** Whether an answer's calls may be stored and run, beside `stored` characters that the run holds already. */
export function fitsRun(answer: AssistantTurn, stored: number): boolean {
  const size = answerSize(answer);
  return size <= RUNNABLE && stored + size <= 4 * RUNNABLE;
}

/**
 * An answer whose calls are settled, as it is kept: a giant one in brief, since the model reads it again and the
 * process document holds it beside `stored` characters of the run. Arguments stay JSON; what its provider wants back
 * is given up where that is large by itself.
 */
export function keptAnswer(answer: AssistantTurn, stored: number): AssistantTurn {
  if (answerSize(answer) <= (stored > FULL_RUN ? WHOLE_IN_FULL_RUN : WHOLE)) return answer;
  const toolCalls = answer.toolCalls.map((call) => ({
    ...call,
    arguments: briefArguments(call.arguments),
  }));
  const { provider, ...rest } = answer;
  const small = provider !== undefined && sizeOfProvider(provider) <= WHOLE / 8;
  return { ...rest, text: brief(answer.text), toolCalls, ...(small ? { provider } : {}) };
}

function briefArguments(args: string): string {
  if (args.length <= SHORT) return args;
  let text: string;
  try {
    text = JSON.stringify(JSON.parse(args), (_key, value: unknown) => briefValue(value));
  } catch {
    text = args;
  }
  return text.length <= WHOLE / 8 ? text : JSON.stringify({ shortened: brief(args) });
}

function briefValue(value: unknown): unknown {
  if (typeof value === 'string') return brief(value);
  return Array.isArray(value) ? value.slice(0, FEW) : value;
}

function brief(text: string): string {
  return text.length <= SHORT + CUT.length ? text : cutText(text, SHORT) + CUT;
}
