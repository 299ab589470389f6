import type { RawFile } from '../core/kit';
import { archiveError } from './archive-error';
import { readTarGz } from './read-tar';
import { readZip } from './read-zip';

/** The files of a zip or a gzipped tar, told by its first bytes. @throws DomainError KIT_INVALID */
export async function readArchive(bytes: Uint8Array): Promise<readonly RawFile[]> {
  const [first, second] = bytes;
  if (first === 0x50 && second === 0x4b) return readZip(bytes);
  if (first === 0x1f && second === 0x8b) return readTarGz(bytes);
  throw archiveError('A kit is a folder, a zip, or a gzipped tar (.tar.gz).');
}
