import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { setTimeout as wait } from 'node:timers/promises';
import { NOT_PUBLIC } from './core/judge-url';
import { isPublicAddress } from './core/public-address';
import { egressRefused } from './egress-refused';

/** All addresses of a name; fails for one there is not. */
export type Resolver = (name: string) => Promise<readonly LookupAddress[]>;

const RESOLVE_TIMEOUT_MS = 5_000;

/** Resolves names, and judges what they resolve to. */
export class NameJudge {
  constructor(
    private readonly resolver: Resolver = (name) => lookup(name, { all: true, verbatim: true }),
  ) {}

  /** @throws DomainError EGRESS_REFUSED for a name that has no address, or none in time */
  async resolve(name: string): Promise<readonly LookupAddress[]> {
    const late = new AbortController();
    const resolving = this.resolver(name).catch(() => []);
    const waiting = wait(RESOLVE_TIMEOUT_MS, [], { signal: late.signal, ref: false });
    const addresses = await Promise.race([resolving, waiting.catch(() => [])]);
    late.abort();
    if (addresses.length === 0) throw egressRefused(name, 'is a name that cannot be resolved');
    return addresses;
  }

  /** One private address among public ones is enough to refuse. @throws DomainError EGRESS_REFUSED */
  async publicAddresses(name: string): Promise<readonly LookupAddress[]> {
    const addresses = await this.resolve(name);
    if (addresses.every(({ address }) => isPublicAddress(address))) return addresses;
    throw egressRefused(name, NOT_PUBLIC);
  }
}
