import type { SessionMessage } from '@vance/realtime';

/**
 * Reads what our own servers published on a session's channel. Only the outline is checked: the events were
 * built from typed values and are passed on as they are.
 */
export function parseSessionMessage(text: string): SessionMessage | null {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return null;
  }
  return isSessionMessage(value) ? value : null;
}

function isSessionMessage(value: unknown): value is SessionMessage {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'passing') return 'event' in value && typeof value.event === 'object';
  return (
    value.kind === 'row' &&
    'seq' in value &&
    typeof value.seq === 'number' &&
    'last' in value &&
    typeof value.last === 'number' &&
    'events' in value &&
    Array.isArray(value.events)
  );
}
