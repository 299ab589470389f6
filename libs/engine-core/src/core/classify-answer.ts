import type { AssistantTurn, ModelToolCall } from '@vance/protocol';
import { recoverAction } from '@vance/llm';

/** What a model's answer amounts to. `index` counts `turn.toolCalls`. */
export type ClassifiedAnswer =
  /** No call at all: a correction or, in the end, a fallback (1.12). */
  | { readonly kind: 'text'; readonly turn: AssistantTurn; readonly text: string }
  /** Ordinary tools only. */
  | { readonly kind: 'calls'; readonly turn: AssistantTurn }
  /** An action; every other call beside it is dropped, and told so. */
  | {
      readonly kind: 'action';
      readonly turn: AssistantTurn;
      readonly index: number;
      readonly call: ModelToolCall;
    };

/**
 * Sorts a model's answer. An action that stands in the text (the whole body or its one fenced block) is
 * recovered as if it had been called, so that from here on there is one form only; `mintCallId` names that call.
 */
export function classifyAnswer(
  turn: AssistantTurn,
  actionTool: string,
  actionTypes: ReadonlySet<string>,
  mintCallId: () => string,
): ClassifiedAnswer {
  const index = turn.toolCalls.findIndex((call) => call.name === actionTool);
  const call = turn.toolCalls[index];
  if (call) return { kind: 'action', turn, index, call };
  if (turn.toolCalls.length > 0) return { kind: 'calls', turn };
  const recovered = turn.text.includes('{') ? recoverAction(turn.text) : null;
  if (recovered === null || !actionTypes.has(String(recovered['type'])))
    return { kind: 'text', turn, text: turn.text.trim() };
  const asked = { id: mintCallId(), name: actionTool, arguments: JSON.stringify(recovered) };
  return { kind: 'action', turn: { text: '', toolCalls: [asked] }, index: 0, call: asked };
}
