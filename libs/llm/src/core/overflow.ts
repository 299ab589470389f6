import { ModelFault, type ModelMessage, type ModelRequest } from '../model-port';
import type { ModelInfo } from './model-info';

/** Characters of a token, on average and rather too many: what is estimated by it is no larger than it is. */
const CHARS_PER_TOKEN = 4;
/** From this share of the window on a refusal without words is believed to mean the length. */
const SUSPICIOUS = 0.8;

/**
 * Some servers refuse a conversation that is too long with a bare 400. Such a refusal of a question that about fills the
 * model's window is an overflow; every other fault is what it is.
 */
export function overflowIn(
  fault: ModelFault,
  { contextWindowTokens }: ModelInfo,
  request: Pick<ModelRequest, 'messages' | 'tools'>,
): ModelFault {
  const { kind, message, details } = fault;
  if (kind !== 'rejected' || details.status !== 400) return fault;
  if (charsOf(request) / CHARS_PER_TOKEN < contextWindowTokens * SUSPICIOUS) return fault;
  return new ModelFault(
    'context-overflow',
    `the question about fills the window: ${message}`,
    details,
  );
}

function charsOf({ messages, tools }: Pick<ModelRequest, 'messages' | 'tools'>): number {
  const said = messages.reduce((sum, message) => sum + lengthOf(message), 0);
  return said + JSON.stringify(tools).length;
}

function lengthOf(message: ModelMessage): number {
  if (message.role !== 'assistant') return message.content.length;
  const { text, toolCalls } = message.turn;
  return toolCalls.reduce((sum, call) => sum + call.arguments.length, text.length);
}
