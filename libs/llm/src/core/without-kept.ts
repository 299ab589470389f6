import type { ModelRequest } from '../model-port';

/**
 * The question without what its answers keep for their provider (thoughts, signatures), for one that refuses them: they
 * may have been made for another key. Undefined where no answer keeps anything.
 */
export function withoutKept(request: ModelRequest): ModelRequest | undefined {
  let found = false;
  const messages = request.messages.map((message) => {
    if (message.role !== 'assistant' || message.turn.provider === undefined) return message;
    found = true;
    const { provider: _, ...turn } = message.turn;
    return { ...message, turn };
  });
  return found ? { ...request, messages } : undefined;
}
