import { wellFormed } from '@vance/kernel';

/** Largest result that a model gets whole, in bytes. */
const MAX_RESULT_BYTES = 32_768;
/** How much of a stored result it gets at once. */
const PREVIEW_BYTES = 2_048;

/** A tool's result as the model reads it: text as it is, anything else as JSON. */
export function resultText(result: unknown): string {
  if (typeof result === 'string') return wellFormed(result);
  try {
    return wellFormed(JSON.stringify(result) ?? 'Done.');
  } catch {
    return 'Done. (The result is no JSON value and cannot be shown.)';
  }
}

/** Whether a text is too large to be told whole. */
export function isTooLarge(text: string): boolean {
  if (text.length > MAX_RESULT_BYTES) return true;
  return text.length * 3 > MAX_RESULT_BYTES && Buffer.byteLength(text) > MAX_RESULT_BYTES;
}

/** At most `max` bytes of a text from its start, without half a character at the end. */
export function cutBytes(text: string, max: number): string {
  const bytes = Buffer.from(text.slice(0, max));
  if (bytes.length <= max && text.length <= max) return text;
  let end = Math.min(max, bytes.length);
  while (end > 0 && isContinuation(bytes[end])) end -= 1;
  return bytes.toString('utf8', 0, end);
}

const isContinuation = (byte: number | undefined): boolean =>
  byte !== undefined && (byte & 0xc0) === 0x80;

/** What stands in for a large result; without an id the model has no way to the rest. Counted as `tool_result_read` counts. */
export function previewText(text: string, resultId?: string): string {
  const shown = cutBytes(text, PREVIEW_BYTES);
  const rest =
    resultId === undefined
      ? 'The rest is left out: ask for less at once.'
      : `The whole is stored: read on with tool_result_read {"resultId": "${resultId}", "offset": ${shown.length}}.`;
  return `${shown}\n\n[The result has ${text.length} characters; these are the first ${shown.length}. ${rest}]`;
}

/**
 * A stretch of a stored result, and where it lies. Offsets count UTF-16 units, but no character is given in halves:
 * a stretch begins and ends beside one, and is never empty before the end.
 */
export function stretchText(whole: string, offset: number, limit: number): string {
  const { length } = whole;
  if (offset >= length)
    return `[There is nothing at offset ${offset}: the result has ${length} characters.]`;
  const start = splitsPair(whole, offset) ? offset - 1 : offset;
  const wished = Math.min(start + limit, length);
  const cut = splitsPair(whole, wished) ? wished - 1 : wished;
  const end = cut > start ? cut : wished + 1;
  const rest = end < length ? `go on with offset ${end}` : 'the end';
  return `${whole.slice(start, end)}\n[Characters ${start}–${end} of ${length}; ${rest}.]`;
}

/** Whether a place lies within a character of two units. */
function splitsPair(text: string, at: number): boolean {
  return isBetween(text.charCodeAt(at - 1), 0xd800) && isBetween(text.charCodeAt(at), 0xdc00);
}

const isBetween = (unit: number, from: number): boolean => unit >= from && unit < from + 0x400;
