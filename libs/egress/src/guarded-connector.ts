import type { LookupAddress } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { buildConnector } from 'undici';
import type { AllowedHosts } from './core/allowed-hosts';
import { judgeHost } from './core/judge-url';
import { egressRefused } from './egress-refused';
import type { NameJudge } from './name-judge';

/** Time to a connection, its name and TLS included. */
const CONNECT_TIMEOUT_MS = 10_000;

/** Opens connections for undici: where to is judged once more, and a name by the very addresses that are then used. */
export function guardedConnector(
  allowed: AllowedHosts,
  names: NameJudge,
): buildConnector.connector {
  const open = connectorBy((name) => names.resolve(name));
  const guarded = connectorBy((name) => names.publicAddresses(name));
  return (options, callback) => {
    const hostname = options.hostname.includes(':') ? `[${options.hostname}]` : options.hostname;
    const where = { hostname, port: Number(options.port) || portOf(options.protocol) };
    if (allowed.has(where)) return open(options, callback);
    const fault = judgeHost(where);
    if (fault === null) return guarded(options, callback);
    callback(egressRefused(hostname, fault), null);
  };
}

function connectorBy(
  addressesOf: (name: string) => Promise<readonly LookupAddress[]>,
): buildConnector.connector {
  const lookup: LookupFunction = (name, options, callback) => {
    addressesOf(name).then(
      (addresses) => {
        const [first] = addresses;
        if (options.all) callback(null, [...addresses]);
        else callback(null, first?.address ?? '', first?.family);
      },
      (error: NodeJS.ErrnoException) => callback(error, ''),
    );
  };
  return buildConnector({ timeout: CONNECT_TIMEOUT_MS, lookup });
}

function portOf(protocol: string): number {
  return protocol === 'https:' ? 443 : 80;
}
