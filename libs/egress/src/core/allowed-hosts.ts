/** A host's name and the port it is asked at. */
export interface HostAndPort {
  /** As `URL.hostname` gives it: lower case, IPv6 in brackets. */
  readonly hostname: string;
  readonly port: number;
}

/** Hosts that the platform's own configuration opens: they may be private, and plain http. */
export class AllowedHosts {
  private readonly entries: ReadonlySet<string>;

  /** @param entries `host` (any port) or `host:port`; IPv6 in brackets */
  constructor(entries: readonly string[]) {
    this.entries = new Set(entries.map(normalised));
  }

  has({ hostname, port }: HostAndPort): boolean {
    return this.entries.has(hostname) || this.entries.has(`${hostname}:${port}`);
  }
}

/** Spelt as the URL parser spells it; the port is kept although it may be a scheme's own. */
function normalised(entry: string): string {
  const [, host = entry, port = ''] = /^(\[[^\]]*\]|[^:]*)(:\d+)?$/.exec(entry.trim()) ?? [];
  return new URL(`http://${host}`).hostname + port;
}
