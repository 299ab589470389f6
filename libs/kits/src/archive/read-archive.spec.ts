import { gzipSync } from 'node:zlib';
import { strToU8, zipSync, type Zippable } from 'fflate';
import { pack, type Header } from 'tar-stream';
import { readArchive } from './read-archive';

type Entry = Partial<Header> & { readonly name: string; readonly text?: string };

async function tarGz(...entries: Entry[]): Promise<Buffer> {
  const tar = pack();
  for (const { text = '', ...header } of entries)
    tar.entry({ mode: 0o644, ...header } as Header, text);
  tar.finalize();
  const parts: Uint8Array[] = [];
  for await (const part of tar) if (part instanceof Uint8Array) parts.push(part);
  return gzipSync(Buffer.concat(parts));
}
const zip = (files: Zippable): Buffer => Buffer.from(zipSync(files));
const namesOf = async (bytes: Uint8Array) =>
  (await readArchive(bytes)).map((file) => [file.path, Buffer.from(file.bytes).toString()]);

describe('an archive', () => {
  it('is a zip or a gzipped tar, and gives the same files', async () => {
    const files = [
      ['kit.yaml', 'name: a'],
      ['prompts/a.md', 'Grüße'],
    ];
    const tar = await tarGz(
      { name: 'prompts/', type: 'directory' },
      { name: 'kit.yaml', text: 'name: a' },
      { name: 'prompts/a.md', text: 'Grüße' },
    );
    expect(await namesOf(tar)).toEqual(files);
    const folder = { 'kit.yaml': strToU8('name: a'), prompts: { 'a.md': strToU8('Grüße') } };
    expect(await namesOf(zip(folder))).toEqual(files);
  });

  it.each([
    ['nothing', Buffer.alloc(0)],
    ['something else', Buffer.from('#!/bin/sh')],
    ['a zip cut off', zip({ a: strToU8('x') }).subarray(0, 30)],
    ['a zip without an end', Buffer.from('PK\x03\x04')],
    ['a damaged gzip', Buffer.from([0x1f, 0x8b, 8, 0, 1])],
    ['gzip of no tar', gzipSync('hello')],
  ])('that is %s is refused', async (_what, bytes) => {
    await expect(readArchive(bytes)).rejects.toMatchObject({ code: 'KIT_INVALID' });
  });

  it.each(['symlink', 'link', 'character-device', 'fifo'] as const)('holds no %s', async (type) => {
    const tar = await tarGz({ name: 'prompts/a.md', type, linkname: '/etc/passwd' });
    await expect(readArchive(tar)).rejects.toThrow(/neither a file nor a folder/);
  });

  it('holds no link in a zip', async () => {
    const link = strToU8('/etc/passwd');
    const bytes = zip({ 'prompts/a.md': [link, { os: 3, attrs: (0o120777 << 16) >>> 0 }] });
    await expect(readArchive(bytes)).rejects.toThrow(/neither a file nor a folder/);
    const plain = zip({ 'prompts/a.md': [link, { os: 3, attrs: (0o100644 << 16) >>> 0 }] });
    expect(await namesOf(plain)).toHaveLength(1);
  });

  it('unpacks no bomb, whatever it says of its size', async () => {
    const zeros = new Uint8Array(64 * 1_048_576);
    await expect(readArchive(zip({ a: zeros }))).rejects.toThrow(/at most 4194304/);
    const lying = zip({ a: zeros });
    for (const at of [lying.indexOf('PK\x01\x02') + 24, 22]) lying.writeUInt32LE(10, at);
    expect((await namesOf(lying)).every(([, text]) => text?.length === 10)).toBe(true);
    await expect(readArchive(gzipSync(zeros))).rejects.toThrow(/unpacks to more/);
    const long = await tarGz({ name: 'a', size: 5_000_000, text: 'x'.repeat(5_000_000) });
    await expect(readArchive(long)).rejects.toMatchObject({ code: 'KIT_INVALID' });
  });

  it('holds no name twice', async () => {
    const bytes = zip({ aa: strToU8('1'), ab: strToU8('2') });
    for (let at = bytes.indexOf('ab'); at >= 0; at = bytes.indexOf('ab', at)) bytes.write('aa', at);
    await expect(readArchive(bytes)).rejects.toThrow(/two files of one name/);
  });

  it('holds a limited number of files', async () => {
    const many = Array.from({ length: 201 }, (_, i) => `f${i}`);
    const bytes = zip(Object.fromEntries(many.map((name) => [name, strToU8('x')])));
    await expect(readArchive(bytes)).rejects.toThrow(/at most 200 files/);
    const tar = await tarGz(...many.map((name) => ({ name, text: 'x' })));
    await expect(readArchive(tar)).rejects.toThrow(/at most 200 files/);
  });

  it('with a name of an object’s own is no way into one', async () => {
    const bytes = zip({ constructor: strToU8('x') });
    expect(await namesOf(bytes)).toEqual([['constructor', 'x']]);
  });
});
