import type { ServerCommand } from '../run/server-process';
import { explainMongod } from './mongod-fault';

/** The name of our replica set of one. */
export const replicaSetName = 'rs0';

/** Id of the log line "Waiting for connections", stable across versions. */
const listening = '"id":23016';

/**
 * How `mongod` is run: loopback only, small cache, no server-side JavaScript, no diagnostic files.
 *
 * @param role `member` of the replica set, or `alone` to repair what the set has stored
 */
export function mongodCommand(
  binary: string,
  dbPath: string,
  port: number,
  role: 'member' | 'alone' = 'member',
): ServerCommand {
  return {
    name: 'MongoDB',
    binary,
    args: [
      ...(role === 'member' ? ['--replSet', replicaSetName] : []),
      ...['--port', String(port)],
      ...['--bind_ip', '127.0.0.1'],
      ...['--dbpath', dbPath],
      ...['--wiredTigerCacheSizeGB', '0.25'],
      ...['--setParameter', 'diagnosticDataCollectionEnabled=false'],
      '--noscripting',
      '--nounixsocket',
      '--quiet',
    ],
    isReady: (line) => line.includes(listening),
    explain: explainMongod,
  };
}
