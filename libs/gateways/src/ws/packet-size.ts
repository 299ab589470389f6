import type { Socket } from 'socket.io';

/**
 * Knows how many bytes the packet had that is being dispatched. Engine.io announces a packet right before
 * socket.io decodes it, and catch-all listeners run in the same tick: so the last size is the event's.
 */
export function measurePackets(socket: Socket): () => number {
  let bytes = 0;
  socket.conn.on('packet', ({ data }: { readonly data?: unknown }) => {
    if (typeof data === 'string') bytes = Buffer.byteLength(data);
    // Attachments follow their text packet.
    else if (data instanceof Uint8Array) bytes += data.byteLength;
  });
  return () => bytes;
}
