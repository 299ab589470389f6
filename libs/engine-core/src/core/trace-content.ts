import { cutText } from '@vance/kernel';
import type { ModelAccesses, ModelMessage, ModelTool } from '@vance/llm';
import type { AssistantTurn } from '@vance/protocol';

/** What a question and its answer said. */
export interface Exchange {
  readonly messages: readonly ModelMessage[];
  readonly tools: readonly ModelTool[];
  readonly answer?: AssistantTurn;
}

/** Characters that a trace keeps of an exchange. */
export const MAX_TRACE_CONTENT = 256 * 1024;

/** The exchange as a trace keeps it: JSON, cut in the middle of it where it is too long, without the tenant's own keys. */
export function traceContent(
  { messages, tools, answer }: Exchange,
  accesses: ModelAccesses | undefined,
): string {
  const names = tools.map(({ name }) => name);
  const text = JSON.stringify({ messages, tools: names, ...(answer && { answer }) });
  let scrubbed = text;
  for (const way of accesses?.values() ?? [])
    if (way.kind === 'own') scrubbed = way.access.scrub(scrubbed);
  return cutText(scrubbed, MAX_TRACE_CONTENT);
}
