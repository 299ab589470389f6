import { opendir } from 'node:fs/promises';
import { join } from 'node:path';

/** Folders of made or fetched files, which nobody wants searched; naming one as the start searches it all the same. */
const SKIPPED = new Set(['.git', 'dist', 'node_modules']);
/** Most entries one search looks at, and how deep it goes. */
const MAX_VISITED = 20_000;
const MAX_DEPTH = 24;

/** One file found: its path from the workspace's root, with `/`. */
export interface FoundFile {
  readonly path: string;
  readonly absolute: string;
}

/** Whether a walk saw everything. */
export interface WalkState {
  visited: number;
  complete: boolean;
}

/** Every regular file below a real folder, links never followed, each folder in order of names. */
export async function* walkFiles(
  folder: string,
  signal: AbortSignal,
  state: WalkState,
  prefix = '',
  depth = 0,
): AsyncGenerator<FoundFile> {
  for (const entry of await sortedEntries(folder)) {
    signal.throwIfAborted();
    state.visited += 1;
    if (state.visited > MAX_VISITED || depth > MAX_DEPTH) {
      state.complete = false;
      return;
    }
    const path = `${prefix}${entry.name}`;
    const absolute = join(folder, entry.name);
    if (entry.isFile()) yield { path, absolute };
    else if (entry.isDirectory() && !SKIPPED.has(entry.name)) {
      yield* walkFiles(absolute, signal, state, `${path}/`, depth + 1);
    }
  }
}

async function sortedEntries(folder: string) {
  const entries = [];
  for await (const entry of await opendir(folder)) {
    entries.push(entry);
    if (entries.length >= MAX_VISITED) break;
  }
  return entries.sort((a, b) => (a.name < b.name ? -1 : 1));
}
