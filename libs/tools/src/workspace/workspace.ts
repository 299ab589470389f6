import { randomUUID } from 'node:crypto';
import type { Dirent, Stats } from 'node:fs';
import { lstat, readdir, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { DomainError } from '@vance/kernel';
import {
  codeOf,
  confined,
  folderForWriting,
  mountedRoot,
  openConfined,
  ownRoot,
  workspaceError,
} from './confine';
import { MAX_FILE_BYTES, decodeText } from './text';
import { walkFiles, type FoundFile, type WalkState } from './walk';
import type { WorkspaceMount } from './workspace-options';
import { workspaceSegments } from './workspace-path';

/** One line of a folder's listing. */
export interface WorkspaceEntry {
  readonly name: string;
  readonly type: 'file' | 'folder';
  /** Bytes, files only. */
  readonly size?: number;
}

const MAX_ENTRIES = 1_000;
/** Larger files are passed over by a search. */
const MAX_SEARCHED_BYTES = 1_048_576;

interface Place {
  readonly root: string;
  readonly segments: readonly string[];
  readonly mount?: WorkspaceMount;
}

/**
 * The files of one project on the server: its own folder, and over it folders that are mounted for reading. Nothing
 * outside of these can be named, and no link is followed out.
 */
export class Workspace {
  constructor(
    private readonly ownFolder: string,
    private readonly mounts: readonly WorkspaceMount[],
  ) {}

  /** The text of a file. */
  async readText(path: string, maxBytes = MAX_FILE_BYTES): Promise<string> {
    const text = decodeText(await this.readBytes(path, maxBytes));
    if (text === undefined) throw workspaceError(`${path} is a binary file and cannot be shown.`);
    return text;
  }

  /** A file as it is. */
  async readBytes(path: string, maxBytes = MAX_FILE_BYTES): Promise<Buffer> {
    const { root, segments } = await this.locate(path);
    const handle = await openConfined(root, segments);
    try {
      const { size } = await handle.stat();
      if (size > maxBytes) throw workspaceError(`${path} is too large (${size} bytes).`);
      return await handle.readFile();
    } finally {
      await handle.close();
    }
  }

  /** What stands at a path. */
  async kindOf(path: string): Promise<WorkspaceEntry['type'] | 'nothing'> {
    const { root, segments } = await this.locate(path);
    const real = await confined(root, segments).catch((error: unknown) => {
      if (error instanceof DomainError) return undefined;
      throw error;
    });
    if (real === undefined) return 'nothing';
    return (await stat(real)).isDirectory() ? 'folder' : 'file';
  }

  /** What stands in a folder, folders first; links are left out. */
  async list(path: string): Promise<{ entries: WorkspaceEntry[]; complete: boolean }> {
    const { folder, mounts } = await this.folder(path);
    const mounted = mounts.map(({ name }): WorkspaceEntry => ({ name, type: 'folder' }));
    const own = (await readdir(folder, { withFileTypes: true })).filter(
      (entry) => (entry.isFile() || entry.isDirectory()) && !isMounted(mounts, entry.name),
    );
    const entries = await Promise.all(own.slice(0, MAX_ENTRIES).map((e) => describe(folder, e)));
    return {
      entries: [...mounted, ...entries].sort(foldersFirst),
      complete: own.length <= MAX_ENTRIES,
    };
  }

  /** Every file below a folder, paths from the workspace's root. */
  async *walk(path: string, signal: AbortSignal, state: WalkState): AsyncGenerator<FoundFile> {
    const { folder, mounts, prefix } = await this.folder(path);
    for (const { folder: shown, name } of mounts) {
      yield* walkFiles(await mountedRoot(shown, name), signal, state, `${name}/`);
    }
    for await (const file of walkFiles(folder, signal, state, prefix)) {
      const top = file.path.split('/', 1)[0] ?? '';
      if (mounts.length === 0 || !isMounted(mounts, top)) yield file;
    }
  }

  /** The text of a file that a walk found; empty when it is no text, too large to search, or gone. */
  async searchable(file: FoundFile): Promise<string> {
    try {
      return await this.readText(file.path, MAX_SEARCHED_BYTES);
    } catch (error) {
      if (error instanceof DomainError) return '';
      throw error;
    }
  }

  /** Makes or replaces a file, whole or not at all. */
  async writeText(path: string, content: string): Promise<'created' | 'replaced'> {
    if (Buffer.byteLength(content) > MAX_FILE_BYTES)
      throw workspaceError('The content is too large.');
    const { root, segments, mount } = await this.locate(path);
    const name = segments.at(-1);
    if (name === undefined) throw workspaceError('A path to a file is needed.');
    if (mount !== undefined) throw workspaceError(`${mount.name}/ is for reading only.`);
    const folder = await folderForWriting(root, segments.slice(0, -1));
    const before = await statOrNone(join(folder, name));
    if (before?.isDirectory()) throw workspaceError(`${path} is a folder.`);
    await replaceFile(folder, name, content);
    return before === undefined ? 'created' : 'replaced';
  }

  /** A folder to look into; `mounts` are those that appear in it, so only in the root. */
  private async folder(
    path: string,
  ): Promise<{ folder: string; mounts: readonly WorkspaceMount[]; prefix: string }> {
    const { root, segments, mount } = await this.locate(path);
    const folder = await confined(root, segments);
    if (!(await stat(folder)).isDirectory()) throw workspaceError(`${path} is not a folder.`);
    const shown = mount === undefined ? segments : [mount.name, ...segments];
    return shown.length === 0
      ? { folder, mounts: this.mounts, prefix: '' }
      : { folder, mounts: [], prefix: `${shown.join('/')}/` };
  }

  private async locate(path: string): Promise<Place> {
    const judged = workspaceSegments(path);
    if (!judged.ok) throw workspaceError(`Bad path: ${judged.error}.`);
    const [top, ...below] = judged.value;
    const mount = this.mounts.find(({ name }) => name === top);
    return mount === undefined
      ? { root: await ownRoot(this.ownFolder), segments: judged.value }
      : { root: await mountedRoot(mount.folder, mount.name), segments: below, mount };
  }
}

/** A new file takes the old one's place in one step, so a reader or a crash never sees half of it. */
async function replaceFile(folder: string, name: string, content: string): Promise<void> {
  const temporary = join(folder, `.${randomUUID()}.tmp`);
  try {
    await writeFile(temporary, content, { flag: 'wx', mode: 0o600 });
    await rename(temporary, join(folder, name));
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

async function statOrNone(path: string): Promise<Stats | undefined> {
  return lstat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  });
}

async function describe(folder: string, entry: Dirent): Promise<WorkspaceEntry> {
  if (entry.isDirectory()) return { name: entry.name, type: 'folder' };
  const found = await statOrNone(join(folder, entry.name));
  return { name: entry.name, type: 'file', size: found?.size ?? 0 };
}

const isMounted = (mounts: readonly WorkspaceMount[], name: string): boolean =>
  mounts.some((mount) => mount.name === name);

function foldersFirst(a: WorkspaceEntry, b: WorkspaceEntry): number {
  if (a.type !== b.type) return a.type === 'folder' ? -1 : 1;
  return a.name < b.name ? -1 : 1;
}
