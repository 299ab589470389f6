import { createServer } from 'node:net';

/**
 * Below the range from which systems hand out ports for outgoing connections (32768 and up on
 * Linux), so that a remembered port is rarely taken by chance.
 */
const range = { first: 20_100, last: 29_900 };

/** Why no server can listen on this port of `host` right now, as the system's code; undefined when one can. */
export function listenFault(port: number, host = '127.0.0.1'): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ port, host, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

/** Can a server listen on this port of `host` right now? */
export async function isPortFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenFault(port, host)) === undefined;
}

/** A free loopback port: `preferred` if it is free, else one out of our range. */
export async function choosePort(preferred?: number): Promise<number> {
  if (preferred !== undefined && (await isPortFree(preferred))) return preferred;
  for (let attempt = 0; attempt < 50; attempt += 1) {
    const port = range.first + Math.floor(Math.random() * (range.last - range.first));
    if (await isPortFree(port)) return port;
  }
  throw new Error(`no free port found between ${range.first} and ${range.last}`);
}
