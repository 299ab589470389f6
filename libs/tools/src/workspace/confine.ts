import { constants, type Stats } from 'node:fs';
import { lstat, mkdir, open, realpath, type FileHandle } from 'node:fs/promises';
import { join, sep } from 'node:path';
import { DomainError } from '@vance/kernel';

/** Something in a workspace that cannot be used as asked; the words are for the model. */
export function workspaceError(message: string): DomainError {
  return new DomainError('WORKSPACE', message, { status: 422, fixer: 'model' });
}

/** A project's own folder with its links resolved, made when missing: the root nothing may lead out of. */
export async function ownRoot(folder: string): Promise<string> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  return realpath(folder);
}

/** The same for a folder that is mounted and so must be there. */
export async function mountedRoot(folder: string, name: string): Promise<string> {
  return realpath(folder).catch(() => {
    throw workspaceError(`There is no ${name}.`);
  });
}

/**
 * The real path of a file or folder below `root` (itself real). What leads out, by whatever link, looks as if it were
 * not there.
 */
export async function confined(root: string, segments: readonly string[]): Promise<string> {
  const shown = segments.join('/') || '.';
  const real = await realpath(join(root, ...segments)).catch(() => undefined);
  if (real === undefined || !isInside(root, real)) throw workspaceError(`There is no ${shown}.`);
  return real;
}

/**
 * Opens a regular file for reading. The last step follows no link, never waits on a pipe or device, and what was opened
 * is compared with what the confined path names, so a link that is swapped in meanwhile is noticed.
 */
export async function openConfined(root: string, segments: readonly string[]): Promise<FileHandle> {
  const path = await confined(root, segments);
  const flags = constants.O_RDONLY | constants.O_NOFOLLOW | constants.O_NONBLOCK;
  const handle = await open(path, flags).catch((cause: unknown) => {
    throw unreadable(segments, cause);
  });
  try {
    const [opened, named] = [await handle.stat(), await lstat(await confined(root, segments))];
    if (!opened.isFile()) throw workspaceError(`${segments.join('/')} is not a file.`);
    if (!sameFile(opened, named)) throw workspaceError(`There is no ${segments.join('/')}.`);
    return handle;
  } catch (error) {
    await handle.close();
    throw error;
  }
}

/**
 * The real folder in which a file may be made, created where it is missing; the name itself may be new. Each missing
 * folder is made only below a folder that is confined already.
 */
export async function folderForWriting(root: string, segments: readonly string[]): Promise<string> {
  let folder = root;
  for (const segment of segments) {
    const next = join(folder, segment);
    await mkdir(next, { mode: 0o700 }).catch(ignoreExisting);
    const real = await realpath(next).catch(() => undefined);
    if (real === undefined || !isInside(root, real) || !(await lstat(real)).isDirectory()) {
      throw workspaceError(`${segments.join('/')} is not a folder.`);
    }
    folder = real;
  }
  return folder;
}

function ignoreExisting(error: unknown): void {
  if (codeOf(error) !== 'EEXIST') throw error;
}

function unreadable(segments: readonly string[], cause: unknown): unknown {
  const code = codeOf(cause);
  if (code === 'EISDIR') return workspaceError(`${segments.join('/')} is a folder.`);
  if (code === 'ELOOP' || code === 'ENOENT' || code === 'ENXIO') {
    return workspaceError(`There is no ${segments.join('/')}.`);
  }
  if (code === 'EACCES' || code === 'EPERM') {
    return workspaceError(`${segments.join('/')} cannot be read.`);
  }
  return cause;
}

/** The code of a system error (`ENOENT`), if it has one. */
export function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null && 'code' in error ? error.code : undefined;
}

function isInside(root: string, path: string): boolean {
  return path === root || path.startsWith(root.endsWith(sep) ? root : root + sep);
}

const sameFile = (a: Stats, b: Stats): boolean => a.dev === b.dev && a.ino === b.ino;
