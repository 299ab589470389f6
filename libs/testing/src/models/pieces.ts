/** A text in pieces of `size` UTF-16 units, as models stream it: surrogate pairs may be cut. */
export function pieces(text: string, size: number): string[] {
  const found = [];
  for (let at = 0; at < text.length; at += size) found.push(text.slice(at, at + size));
  return found;
}
