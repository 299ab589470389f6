import { promisify } from 'node:util';
import { gunzip } from 'node:zlib';
import { extract } from 'tar-stream';
import { kitLimits, type RawFile } from '../core/kit';
import { archiveError } from './archive-error';
import { assertBounded } from './read-zip';

/** Each file of a tar takes up to two blocks of 512 bytes beside its content; long names a few more. */
const TAR_OVERHEAD = 4_096;

/**
 * The files of a gzipped tar, all in memory. No more is unpacked than a kit may hold; links and devices are refused.
 * @throws DomainError KIT_INVALID
 */
export async function readTarGz(bytes: Uint8Array): Promise<readonly RawFile[]> {
  const files: { path: string; size: number; bytes: Buffer }[] = [];
  const tar = extract();
  tar.end(await unpacked(bytes));
  try {
    for await (const entry of tar) {
      const { name, type, size = 0 } = entry.header;
      if (type !== 'file' && type !== 'directory')
        throw archiveError(`${name.slice(0, 200)} is neither a file nor a folder but a ${type}.`);
      if (type === 'file') assertBounded([...files, { size }]);
      const parts: Uint8Array[] = [];
      for await (const part of entry) if (part instanceof Uint8Array) parts.push(part);
      if (type === 'file') files.push({ path: name, size, bytes: Buffer.concat(parts) });
    }
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'KIT_INVALID') throw error;
    throw archiveError('The tar is damaged.');
  }
  return files;
}

async function unpacked(bytes: Uint8Array): Promise<Buffer> {
  const maxOutputLength = kitLimits.totalBytes + kitLimits.files * TAR_OVERHEAD;
  try {
    return await promisify(gunzip)(bytes, { maxOutputLength });
  } catch {
    throw archiveError('The archive is damaged, or unpacks to more than a kit may hold.');
  }
}
