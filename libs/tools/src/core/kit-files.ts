import { kitLimits, readArchive, type RawFile } from '@vance/kits';
import { workspaceError } from '../workspace/confine';
import type { WalkState } from '../workspace/walk';
import type { Workspace } from '../workspace/workspace';

/** The files of a kit that lies in the workspace, as a folder or an archive. @throws DomainError WORKSPACE, KIT_INVALID */
export async function kitFilesAt(
  workspace: Workspace,
  path: string,
  signal: AbortSignal,
): Promise<readonly RawFile[]> {
  switch (await workspace.kindOf(path)) {
    case 'nothing':
      throw workspaceError(`There is no ${path}.`);
    case 'file':
      return readArchive(await workspace.readBytes(path, kitLimits.totalBytes));
    case 'folder':
      return folderFiles(workspace, path, signal);
  }
}

async function folderFiles(
  workspace: Workspace,
  folder: string,
  signal: AbortSignal,
): Promise<readonly RawFile[]> {
  const state: WalkState = { visited: 0, complete: true };
  const files: RawFile[] = [];
  const prefix = folder === '' ? '' : `${folder.replace(/\/+$/, '')}/`;
  for await (const { path } of workspace.walk(folder, signal, state)) {
    if (files.length === kitLimits.files)
      throw workspaceError(`${folder || 'The workspace'} has more than ${kitLimits.files} files.`);
    const bytes = await workspace.readBytes(path, kitLimits.fileBytes);
    files.push({ path: path.slice(prefix.length), bytes });
  }
  return files;
}
