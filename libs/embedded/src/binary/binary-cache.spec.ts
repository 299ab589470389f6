import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BinaryCache } from './binary-cache';

const works = '#!/bin/sh\necho version 1\n';
const quiet = (): void => undefined;

describe('BinaryCache', () => {
  let dir = '';
  let cache: BinaryCache;
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vance-cache-'));
    cache = new BinaryCache(dir);
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const put = (content: string): Promise<string> =>
    cache.withScratch(async (scratch) => {
      const incoming = join(scratch, 'x');
      await writeFile(incoming, content);
      return cache.put('server', incoming);
    });

  it('keeps a binary that runs, and leaves nothing else behind', async () => {
    await put(works);
    await expect(cache.get('server', quiet)).resolves.toBe(join(dir, 'server'));
    await expect(readdir(dir)).resolves.toEqual(['server', 'server.seal.json']);
  });

  it('does not take in a binary that does not run here', async () => {
    await expect(put('#!/bin/sh\necho libssl is missing >&2; exit 127\n')).rejects.toThrow(
      'libssl is missing',
    );
    await expect(readdir(dir)).resolves.toEqual([]);
  });

  it('says so when there is nothing', async () => {
    await expect(cache.get('server', quiet)).rejects.toThrow('empty');
  });

  it('finds a binary whose content changed, removes it and tells the person', async () => {
    await put(works);
    await writeFile(join(dir, 'server'), `${works}# one byte more`);
    const lines: string[] = [];
    await expect(cache.get('server', (line) => lines.push(line))).rejects.toThrow(
      'damaged (its content changed)',
    );
    expect(lines).toEqual([
      `the cached ${join(dir, 'server')} is damaged (its content changed): removed, it is fetched again`,
    ]);
    await expect(readdir(dir)).resolves.toEqual([]);
  });

  it('removes a folder that stands where a binary belongs, so that one can be put there', async () => {
    await mkdir(join(dir, 'server', 'deep'), { recursive: true });
    await expect(cache.get('server', quiet)).rejects.toThrow('damaged (it is no file)');
    await put(works);
    await expect(cache.get('server', quiet)).resolves.toBe(join(dir, 'server'));
  });

  it('keeps a binary that was only touched', async () => {
    await put(works);
    await utimes(join(dir, 'server'), new Date(), new Date(0));
    await expect(cache.get('server', quiet)).resolves.toBe(join(dir, 'server'));
  });
});
