import { access, constants, mkdir, readdir, rm, stat, statfs, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { reasonOf, startFault } from '../embedded.errors';

/** What a fresh MongoDB writes before it holds a single document, with some air. */
const freshBytes = 400_000_000;
const usedBytes = 20_000_000;

/**
 * Makes sure that `folder` exists, can be written to, and has room.
 *
 * @throws DomainError DATA_DIR_UNUSABLE, one line that names the folder and the fault
 */
export async function prepareDataFolder(folder: string): Promise<void> {
  let fresh: boolean;
  try {
    await make(folder);
    fresh = (await readdir(folder)).length === 0;
    const probe = join(folder, `.probe-${process.pid}`);
    await writeFile(probe, 'x'.repeat(4096));
    await rm(probe);
  } catch (error) {
    const cause = codeOf(error) === 'ENOENT' ? await faultAbove(folder) : error;
    throw unusable(folder, faults[codeOf(cause)] ?? reasonOf(cause), error);
  }
  const { bavail, bsize } = await statfs(folder);
  const free = bavail * bsize;
  const needed = fresh ? freshBytes : usedBytes;
  if (free < needed) {
    throw unusable(
      folder,
      `the disk is full: ${megabytes(free)} free, ${megabytes(needed)} needed`,
    );
  }
}

/** Folder by folder: where nothing can be made (`/proc`), Node's own recursion never ends. */
async function make(folder: string): Promise<void> {
  try {
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    const code = codeOf(error);
    if (code === 'EEXIST' && (await stat(folder)).isDirectory()) return;
    if (code !== 'ENOENT' || dirname(folder) === folder) throw error;
    await make(dirname(folder));
    await mkdir(folder, { mode: 0o700 });
  }
}

const codeOf = (error: unknown): string => (error as NodeJS.ErrnoException | undefined)?.code ?? '';

/** Why nothing can be made below the nearest folder that exists: a recursive mkdir does not tell. */
async function faultAbove(folder: string): Promise<unknown> {
  const parent = dirname(folder);
  try {
    await access(parent, constants.W_OK);
    return new Error('it cannot be made');
  } catch (error) {
    return codeOf(error) === 'ENOENT' && parent !== folder ? faultAbove(parent) : error;
  }
}

const megabytes = (bytes: number): string => `${Math.floor(bytes / 1_000_000)} MB`;

const faults: Readonly<Record<string, string>> = {
  EACCES: 'no permission to write there',
  EPERM: 'no permission to write there',
  EROFS: 'its file system is read-only',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota is used up',
  ENOTDIR: 'a part of the path is a file',
  EEXIST: 'it is a file, not a folder',
};

function unusable(folder: string, fault: string, cause?: unknown): Error {
  return startFault(
    'DATA_DIR_UNUSABLE',
    `The data folder ${folder} cannot be used: ${fault}. Free it, or set VANCE_DATA_DIR to another one.`,
    { folder },
    cause,
  );
}
