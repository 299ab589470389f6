import { unzipSync } from 'fflate';
import { kitLimits, type RawFile } from '../core/kit';
import { archiveError } from './archive-error';
import { zipEntries } from './zip-entries';

/**
 * The files of a zip, all in memory: nothing is written anywhere, so no name can lead anywhere. What it says of sizes is
 * judged first, and no file unpacks to more than it says.
 * @throws DomainError KIT_INVALID
 */
export function readZip(bytes: Uint8Array): readonly RawFile[] {
  const entries = zipEntries(bytes).filter(({ isFolder }) => !isFolder);
  assertBounded(entries);
  const names = new Set(entries.map(({ name }) => name));
  if (names.size < entries.length) throw archiveError('The zip holds two files of one name.');
  // The names are keys of a plain object there; a path of a kit is none of an object's own names.
  const found = unpack(bytes, (name) => names.has(name) && name !== '__proto__');
  return entries.map(({ name, size }) => {
    const content = found[name];
    if (content?.byteLength !== size)
      throw archiveError(`${name.slice(0, 200)} is damaged, or not as long as the zip says.`);
    return { path: name, bytes: content };
  });
}

function unpack(
  bytes: Uint8Array,
  wanted: (name: string) => boolean,
): Readonly<Record<string, Uint8Array>> {
  try {
    return unzipSync(bytes, { filter: ({ name }) => wanted(name) });
  } catch {
    throw archiveError('The zip is damaged, or packed in a way that is not known here.');
  }
}

/** @throws DomainError KIT_INVALID for more, or larger, files than a kit may hold */
export function assertBounded(files: readonly { readonly size: number }[]): void {
  if (files.length > kitLimits.files)
    throw archiveError(`A kit holds at most ${kitLimits.files} files.`);
  if (files.reduce((sum, { size }) => sum + size, 0) > kitLimits.totalBytes)
    throw archiveError(`A kit holds at most ${kitLimits.totalBytes} bytes.`);
}
