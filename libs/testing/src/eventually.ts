import { setTimeout as wait } from 'node:timers/promises';

/** Until then what is told beside a move has long come, also on a busy machine. */
const PATIENCE_MS = 30_000;
const PAUSE_MS = 10;

/**
 * Asserts again until it holds: for what the product does beside the thing that was waited for, as rows of the record
 * that a turn causes.
 * @param patienceMs longer only for what takes long by itself, as the start of a process
 * @throws the last assertion's error where it never held
 */
export async function eventually(
  assertion: () => Promise<void> | void,
  patienceMs = PATIENCE_MS,
): Promise<void> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await assertion();
    } catch (error) {
      if (performance.now() > end) throw error;
    }
    await wait(PAUSE_MS);
  }
}
