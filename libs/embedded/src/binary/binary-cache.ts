import type { Stats } from 'node:fs';
import { chmod, mkdir, mkdtemp, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Log } from '../run/progress';
import { versionOf } from './executable';
import { sha256OfFile } from './file-hash';

/** What was true of a binary when it was put into the cache. */
interface Seal {
  readonly sha256: string;
  readonly size: number;
  readonly mtimeMs: number;
}

/** Server binaries kept between starts, below the user's cache folder. */
export class BinaryCache {
  constructor(private readonly folder: string) {}

  /** Where the binary of this name is kept. */
  pathOf(name: string): string {
    return join(this.folder, name);
  }

  /**
   * The cached binary, if it is whole and runs here; a damaged one is removed.
   *
   * @throws Error that says why it is not usable
   */
  async get(name: string, log: Log): Promise<string> {
    const path = this.pathOf(name);
    const facts = await stat(path).catch(() => undefined);
    if (!facts) throw new Error('empty');
    const damage = await this.#damageOf(path, facts);
    if (!damage) return path;
    log(`the cached ${path} is damaged (${damage}): removed, it is fetched again`);
    const gone = { recursive: true, force: true };
    await Promise.all([rm(path, gone), rm(sealOf(path), gone)]);
    throw new Error(`damaged (${damage})`);
  }

  /**
   * Makes a temporary folder beside the cached files, so that a finished binary can be moved in by
   * one rename; removes it whatever happens.
   */
  async withScratch<T>(work: (folder: string) => Promise<T>): Promise<T> {
    await mkdir(this.folder, { recursive: true });
    const scratch = await mkdtemp(join(this.folder, 'incoming-'));
    try {
      return await work(scratch);
    } finally {
      await rm(scratch, { recursive: true, force: true });
    }
  }

  /** Moves a binary from a scratch folder to its place. Another process may do the same meanwhile. */
  async put(name: string, incoming: string): Promise<string> {
    const path = this.pathOf(name);
    await chmod(incoming, 0o755);
    await versionOf(incoming);
    const { size, mtimeMs } = await stat(incoming);
    const seal: Seal = { sha256: await sha256OfFile(incoming), size, mtimeMs };
    await writeFile(sealOf(incoming), JSON.stringify(seal));
    await rename(sealOf(incoming), sealOf(path));
    await rename(incoming, path);
    return path;
  }

  async #damageOf(path: string, facts: Stats): Promise<string | undefined> {
    if (!facts.isFile()) return 'it is no file';
    const seal = await readSeal(path);
    // Hashing takes as long as a whole start of Redis: only a file that was touched is hashed.
    const touched = !seal || seal.size !== facts.size || seal.mtimeMs !== facts.mtimeMs;
    if (touched && seal && (await sha256OfFile(path)) !== seal.sha256) return 'its content changed';
    return versionOf(path).then(
      () => undefined,
      (error: Error) => error.message,
    );
  }
}

const sealOf = (path: string): string => `${path}.seal.json`;

async function readSeal(path: string): Promise<Seal | undefined> {
  try {
    return JSON.parse(await readFile(sealOf(path), 'utf8')) as Seal;
  } catch {
    return undefined;
  }
}
