import type { Socket } from 'socket.io';

/** From here on a client gets no more passing text: it is behind, and the message that follows is the truth. */
export const CHUNKS_STOP_BYTES = 64 * 1024;
/** From here on a client is cut that takes nothing from one look to the next: it re-opens with its cursor. */
export const CUT_BYTES = 1024 * 1024;
/** From here on a client is cut even while it reads: more than any answer of ours, and memory is everyone's. */
export const MOST_BYTES = 32 * 1024 * 1024;

/** What to do with a client that has so much unsent. */
export type BacklogVerdict = 'fine' | 'no-chunks' | 'cut';

/**
 * A long replay fills the backlog of the fastest client for a moment, so a single look tells nothing.
 * @param before unsent bytes at the last look
 */
export function judgeBacklog(bytes: number, before: number): BacklogVerdict {
  if (bytes > MOST_BYTES) return 'cut';
  if (bytes > CUT_BYTES && before > CUT_BYTES && bytes >= before) return 'cut';
  return bytes > CHUNKS_STOP_BYTES ? 'no-chunks' : 'fine';
}

/**
 * Bytes that wait for this client: packets queued here, and what its WebSocket has not handed to the kernel.
 * Neither is public in socket.io's types; what is not found counts as nothing.
 */
export function backlogOf({ conn }: Socket): number {
  const queued = fieldOf(conn, 'writeBuffer');
  const waiting = fieldOf(fieldOf(fieldOf(conn, 'transport'), 'socket'), 'bufferedAmount');
  let bytes = typeof waiting === 'number' ? waiting : 0;
  if (Array.isArray(queued)) for (const packet of queued) bytes += sizeOf(fieldOf(packet, 'data'));
  return bytes;
}

function fieldOf(value: unknown, name: string): unknown {
  return typeof value === 'object' && value !== null ? Reflect.get(value, name) : undefined;
}

function sizeOf(data: unknown): number {
  if (typeof data === 'string') return data.length;
  return data instanceof Uint8Array ? data.byteLength : 0;
}
