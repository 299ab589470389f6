import { choosePort } from '@vance/embedded';

const given = new Set<number>();

/**
 * A port that nobody listens on now. It lies below those of outgoing connections and is given once, so that nobody takes
 * it by chance before it is used, or while what listens there is dead.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await choosePort();
    if (given.has(port)) continue;
    given.add(port);
    return port;
  }
}
