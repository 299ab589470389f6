import { newId } from '@vance/kernel';
import type { AssistantTurn } from '@vance/protocol';
import type { ModelMessage } from '../model-port';

/** The ids of every call in a history. */
export function callIdsIn(messages: readonly ModelMessage[]): Set<string> {
  const ids = new Set<string>();
  for (const message of messages) {
    if (message.role !== 'assistant') continue;
    for (const call of message.turn.toolCalls) ids.add(call.id);
  }
  return ids;
}

/**
 * Gives every call an id of its own: empty ones and those that were used before (in `used`, or earlier
 * in this answer) are minted anew. Results belong to calls by order, so nothing else changes. The same
 * turn comes back if all was well; `used` grows by the turn's ids.
 */
export function mintIds(
  turn: AssistantTurn,
  used: Set<string>,
  mint: () => string = () => newId('cal'),
): AssistantTurn {
  let changed = false;
  const toolCalls = turn.toolCalls.map((call) => {
    const fresh = call.id === '' || used.has(call.id);
    const kept = fresh ? { ...call, id: mint() } : call;
    changed ||= fresh;
    used.add(kept.id);
    return kept;
  });
  return changed ? { ...turn, toolCalls } : turn;
}
