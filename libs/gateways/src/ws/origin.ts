/**
 * Whether a handshake may come from this origin. No `Origin` header is a native client. Our own origin always
 * may; the scheme is not compared, since a proxy may end TLS before us. Everything else must be on the list.
 */
export function isOriginAllowed(
  origin: string | undefined,
  host: string | undefined,
  allowed: readonly string[],
): boolean {
  if (origin === undefined) return true;
  let url: URL;
  try {
    url = new URL(origin);
  } catch {
    return false;
  }
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return false;
  // An origin is scheme, host and port; whatever says more is no origin.
  if (url.origin !== origin.toLowerCase()) return false;
  return allowed.includes(url.origin) || (host !== undefined && url.host === host.toLowerCase());
}
