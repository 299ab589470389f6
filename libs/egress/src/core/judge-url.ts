import { err, ok, parseUrl, type Result } from '@vance/kernel';
import type { AllowedHosts, HostAndPort } from './allowed-hosts';
import { isAddress, isPublicAddress } from './public-address';

/** Longest address that is looked at, in characters. */
const MAX_URL_LENGTH = 2_048;

/** Names that mean something near the machine that asks (RFC 6761, RFC 8375, and what networks use for themselves). */
const NEAR_NAMES = [
  ...[
    'localhost',
    'localdomain',
    'local',
    'internal',
    'intranet',
    'private',
    'corp',
    'home',
    'lan',
  ],
  ...['arpa', 'invalid', 'test', 'onion', 'alt'],
] as const;

/** Why an address may not be asked: the end of "<host> …". */
export type EgressFault = string;

/** Judges an address as text, before any name is resolved; the URL as it is to be asked. */
export function judgeUrl(text: string, allowed: AllowedHosts): Result<URL, EgressFault> {
  if (text.length > MAX_URL_LENGTH) return err(`has more than ${MAX_URL_LENGTH} characters`);
  if (parseUrl(text) === undefined) return err('is no address; write https://host/path');
  const url = new URL(text);
  if (url.protocol !== 'https:' && url.protocol !== 'http:')
    return err('is not an https address; write https://host/path');
  if (url.username !== '' || url.password !== '')
    return err('carries a user name or password; give them where the setting asks for a key');
  // `example.com.` is `example.com` to the resolver, and to nobody's list.
  if (url.hostname.endsWith('.')) url.hostname = url.hostname.slice(0, -1);
  const where = hostAndPort(url);
  if (allowed.has(where)) return ok(url);
  if (url.protocol !== 'https:') return err('is not an https address; write https://host/path');
  const fault = judgeHost(where);
  return fault === null ? ok(url) : err(fault);
}

/** Judges where a connection is to go; null: it may. A name is judged by what it resolves to as well. */
export function judgeHost({ hostname, port }: HostAndPort): EgressFault | null {
  if (port !== 443 && port < 1_024)
    return 'has the port of another service; use 443, or 1024 and above';
  const host = bare(hostname);
  if (isAddress(host)) return isPublicAddress(host) ? null : NOT_PUBLIC;
  return isNear(host) ? 'is a name of a private network; use a public one' : null;
}

/** Said of a name that resolves to one, too; which address it was is nobody's business. */
export const NOT_PUBLIC = 'is not on the public internet; use a public address';

/** Without the brackets of an IPv6 address. */
export function bare(hostname: string): string {
  return hostname.startsWith('[') ? hostname.slice(1, -1) : hostname;
}

/** The port is the scheme's own where the address names none. */
export function hostAndPort({ hostname, port, protocol }: URL): HostAndPort {
  const own = protocol === 'https:' ? 443 : 80;
  return { hostname, port: port === '' ? own : Number(port) };
}

/** A name without a dot is completed by the machine's own search list. */
function isNear(name: string): boolean {
  const last = name.slice(name.lastIndexOf('.') + 1);
  return !name.includes('.') || NEAR_NAMES.some((near) => near === last);
}
