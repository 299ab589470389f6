import { connect } from 'node:net';

/**
 * Opens a TCP connection and closes it again. Guards a download whose own time limit would be
 * minutes where the network swallows packets.
 *
 * @throws Error if there is no connection within `limitMs`
 */
export function mustReach(host: string, port: number, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host, port });
    const end = (error?: Error): void => {
      socket.destroy();
      if (error) reject(error);
      else resolve();
    };
    socket.setTimeout(limitMs, () =>
      end(new Error(`${host} did not answer within ${limitMs / 1000} s`)),
    );
    socket.once('connect', () => end());
    socket.once('error', () => end(new Error(`${host} cannot be reached`)));
  });
}
