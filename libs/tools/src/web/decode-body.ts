/** How far into a page its own word on its charset is looked for, in bytes. */
const LOOKED_AT = 2_048;

/**
 * Text of a body: a byte order mark counts first, then what the server says, then what an HTML page says of itself, then
 * UTF-8. An unknown charset counts as unsaid; bytes that fit none become replacement characters.
 */
export function decodeBody(bytes: Uint8Array, contentType: string): string {
  const said = charsetIn(contentType) ?? charsetIn(headOf(bytes));
  return decoded(bytes, markOf(bytes) ?? said ?? 'utf-8');
}

/** Whether bytes are no text at all, whatever their type says. */
export function isBinary(bytes: Uint8Array): boolean {
  if (markOf(bytes) !== undefined) return false;
  return bytes.subarray(0, LOOKED_AT).includes(0);
}

function markOf(bytes: Uint8Array): string | undefined {
  const [a, b, c] = bytes;
  if (a === 0xef && b === 0xbb && c === 0xbf) return 'utf-8';
  if (a === 0xff && b === 0xfe) return 'utf-16le';
  return a === 0xfe && b === 0xff ? 'utf-16be' : undefined;
}

function charsetIn(text: string): string | undefined {
  return /charset\s*=\s*["']?\s*([a-z0-9._:-]{1,40})/i.exec(text)?.[1];
}

function headOf(bytes: Uint8Array): string {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, LOOKED_AT));
  return /<meta[^>]{0,200}charset[^>]{0,100}>/i.exec(head)?.[0] ?? '';
}

function decoded(bytes: Uint8Array, label: string): string {
  try {
    return new TextDecoder(label).decode(bytes);
  } catch {
    return new TextDecoder().decode(bytes);
  }
}
