/**
 * The address, or undefined for a text that is none. Not by `URL.canParse`: in Node 20 its optimised form refuses hosts
 * with letters such as ü, once it has been called often enough.
 */
export function parseUrl(text: string, base?: string | URL): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
