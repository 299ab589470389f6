/** What a template may cost at most. The work of one rendering is bounded by fuel, whatever the template says. */
export const LIMITS = {
  /** UTF-8 bytes of a source. */
  sourceBytes: 65_536,
  /** Pieces of text, and words within tags, of a source: bounds the time that reading takes. */
  tokens: 4_000,
  /** UTF-8 bytes of the rendered text, and characters of any text made on the way. */
  outputBytes: 65_536,
  /** Steps of one rendering: one per node, and one more per 256 characters or items it handles. */
  fuel: 20_000,
  /** Nesting of blocks and expressions in a source, of blocks and includes while rendering, of lists in a text. */
  depth: 32,
  /** Values in a context. */
  contextValues: 10_000,
  /** Different templates that one rendering includes. */
  includes: 32,
  /** Faults that a check tells at once. */
  faults: 20,
} as const;

const encoder = new TextEncoder();

/** Whether a text has more UTF-8 bytes than `most`. */
export function isLongerThan(text: string, most: number): boolean {
  if (text.length > most) return true;
  // One UTF-16 unit is three bytes at most.
  return text.length * 3 > most && encoder.encode(text).length > most;
}
