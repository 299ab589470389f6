/** The address at which people find what listens on `host`: an IPv6 address stands in brackets in a URL. */
export function addressOf(host, port) {
  return `http://${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** The same for this machine's own use: nobody can connect to "every address". */
export function reachableAddressOf(host, port) {
  if (host === '0.0.0.0') return addressOf('127.0.0.1', port);
  return addressOf(host === '::' ? '::1' : host, port);
}
