import { cutText } from '@vance/kernel';

/** Largest file that is read or written, in bytes. */
export const MAX_FILE_BYTES = 4_194_304;
/** Lines given at once when nothing is asked, and at most. */
export const DEFAULT_LINES = 400;
export const MAX_LINES = 2_000;
/** Longer lines are cut when shown, in UTF-16 units. */
export const MAX_LINE = 2_000;
/** What one read gives at most, in UTF-16 units: just under what a model gets whole. */
const MAX_SHOWN = 30_000;

/** Whether bytes are text that may be shown: valid UTF-8 without NUL. */
export function decodeText(bytes: Buffer): string | undefined {
  if (bytes.includes(0)) return undefined;
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** A stretch of lines as the model reads it, with a last line that says what is left. `offset` counts from 1. */
export function showLines(text: string, offset: number, limit: number): string {
  const lines = text.split('\n');
  // What ends the last line begins no other.
  const end = lines.length > 1 && lines.at(-1) === '' ? '\n' : '';
  if (end) lines.pop();
  const shown: string[] = [];
  let size = 0;
  for (const line of lines.slice(offset - 1, offset - 1 + limit)) {
    const cut = line.length > MAX_LINE ? `${cutText(line, MAX_LINE)}…` : line;
    size += cut.length + 1;
    if (size > MAX_SHOWN && shown.length > 0) break;
    shown.push(cut);
  }
  const next = offset + shown.length;
  if (shown.length === 0) return `[No such line: the file has ${lines.length} lines.]`;
  if (next > lines.length && offset === 1) return shown.join('\n') + end;
  const more = next > lines.length ? 'the end' : `go on with offset ${next}`;
  return `${shown.join('\n')}\n[Lines ${offset}–${next - 1} of ${lines.length}; ${more}.]`;
}

/** How often `find` occurs, without overlaps. */
export function countOccurrences(text: string, find: string): number {
  return text.split(find).length - 1;
}
