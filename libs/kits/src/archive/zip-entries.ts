import { archiveError } from './archive-error';

/** What an archive says of one of its files, before anything is unpacked. */
export interface ZipEntry {
  readonly name: string;
  readonly isFolder: boolean;
  /** Bytes after unpacking, as the archive says. */
  readonly size: number;
}

const END = 0x06054b50;
const END_BYTES = 22;
const ENTRY = 0x02014b50;
const ENTRY_BYTES = 46;
const MAX_COMMENT = 65_535;
const FILE_KIND = 0o170000;
const ENCRYPTED = 1;

/**
 * The entries of a zip's directory. Links, devices and encrypted entries are refused here: an unpacker shows them as
 * plain files. Large archives (zip64) are none of ours.
 * @throws DomainError KIT_INVALID
 */
export function zipEntries(bytes: Uint8Array): readonly ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const end = endOf(view);
  const count = view.getUint16(end + 10, true);
  let at = view.getUint32(end + 16, true);
  return Array.from({ length: count }, () => {
    if (at + ENTRY_BYTES > view.byteLength || view.getUint32(at, true) !== ENTRY)
      throw archiveError('The zip is damaged: its directory cannot be read.');
    const [nameBytes, extraBytes, commentBytes] = [28, 30, 32].map((offset) =>
      view.getUint16(at + offset, true),
    ) as [number, number, number];
    const begin = at + ENTRY_BYTES;
    const name = new TextDecoder().decode(bytes.subarray(begin, begin + nameBytes));
    const kind = (view.getUint32(at + 38, true) >>> 16) & FILE_KIND;
    if (kind !== 0 && kind !== 0o100000 && kind !== 0o040000)
      throw archiveError(`${name.slice(0, 200)} is neither a file nor a folder (a link, perhaps).`);
    if ((view.getUint16(at + 8, true) & ENCRYPTED) !== 0)
      throw archiveError(`${name.slice(0, 200)} is encrypted.`);
    const size = view.getUint32(at + 24, true);
    at = begin + nameBytes + extraBytes + commentBytes;
    return { name, isFolder: name.endsWith('/'), size };
  });
}

function endOf(view: DataView): number {
  const first = Math.max(0, view.byteLength - END_BYTES - MAX_COMMENT);
  for (let at = view.byteLength - END_BYTES; at >= first; at -= 1)
    if (view.getUint32(at, true) === END) return at;
  throw archiveError('The zip is damaged: it has no end.');
}
