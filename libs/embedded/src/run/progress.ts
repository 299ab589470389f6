/** Takes one line of text for the person who waits. */
export type Log = (line: string) => void;

/** Work that is over before this many milliseconds is not worth a line. */
const quietMs = 1000;

/** Runs `work`; tells `log` that it is going on, and how long it took, if that is over a second. */
export async function withProgress<T>(
  log: Log,
  what: string,
  work: () => Promise<T>,
  clock: () => number = () => performance.now(),
): Promise<T> {
  const began = clock();
  let told = false;
  const timer = setTimeout(() => {
    told = true;
    log(`${what} …`);
  }, quietMs);
  try {
    const result = await work();
    if (told) log(`${what}: done after ${((clock() - began) / 1000).toFixed(1)} s`);
    return result;
  } finally {
    clearTimeout(timer);
  }
}
