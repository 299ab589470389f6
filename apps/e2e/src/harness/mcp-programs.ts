import { readdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { eventually } from '@vance/testing';

/** The program of the protocol's reference server. */
export const EVERYTHING = join(
  dirname(require.resolve('@modelcontextprotocol/server-everything/package.json')),
  'dist/index.js',
);

/** Ids of the processes alive whose command line has this word. */
export async function processesWith(word: string): Promise<number[]> {
  const pids = (await readdir('/proc')).map(Number).filter((pid) => pid > 0);
  const found = await Promise.all(
    pids.map(async (pid) => {
      const line = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
      return line.split('\0').includes(word) ? [pid] : [];
    }),
  );
  return found.flat();
}

/** Resolves when no process with this word is left. */
export async function allGone(word: string): Promise<void> {
  await eventually(async () => expect(await processesWith(word)).toEqual([]));
}
