import { parse, type IPv4, type IPv6 } from 'ipaddr.js';

/** Services of a cloud's own network that answer on addresses of the public ranges. */
const CLOUD_SERVICES: ReadonlySet<string> = new Set(['168.63.129.16']);

/** True when the text is an address, of either family, without brackets. */
export function isAddress(host: string): boolean {
  return parsed(host) !== null;
}

/**
 * True for an address of the public internet. Everything with a meaning of its own is not one: private, loopback,
 * link-local (cloud metadata among it), shared, multicast, reserved, and addresses that carry another address within
 * (mapped, NAT64, 6to4, Teredo), whose way no one here can judge.
 */
export function isPublicAddress(host: string): boolean {
  const address = parsed(host);
  if (address === null) return false;
  if (CLOUD_SERVICES.has(address.toString())) return false;
  return address.range() === 'unicast' && (!isIPv6(address) || isGlobalUnicast(address));
}

/** 2000::/3 is all of IPv6 that is given out; the library calls whatever it has no name for `unicast`. */
function isGlobalUnicast(address: IPv6): boolean {
  return (address.parts[0] ?? 0) >>> 13 === 1;
}

function isIPv6(address: IPv4 | IPv6): address is IPv6 {
  return address.kind() === 'ipv6';
}

function parsed(host: string): IPv4 | IPv6 | null {
  try {
    return parse(host);
  } catch {
    return null;
  }
}
