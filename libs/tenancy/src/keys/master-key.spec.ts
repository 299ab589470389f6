import { mkdtempSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { loadConfig } from '@vance/config';
import { loadMasterKey } from './load-master-key';
import { MasterKey, SealBroken } from './master-key';

const key = new MasterKey(Buffer.alloc(32, 1));

describe('the master key', () => {
  it('opens what it sealed, in its own place only', () => {
    const sealed = key.seal('a secret', 'tenant-1/field');
    expect(key.open(sealed, 'tenant-1/field')).toBe('a secret');
    expect(() => key.open(sealed, 'tenant-2/field')).toThrow(SealBroken);
    expect(() => key.open(sealed, 'tenant-1/other')).toThrow(SealBroken);
  });

  it('shows nothing of the text, and never the same twice', () => {
    const [one, two] = [key.seal('a secret', 'x'), key.seal('a secret', 'x')];
    expect(one).not.toBe(two);
    expect(Buffer.from(one, 'base64url').toString()).not.toContain('secret');
  });

  it('notices a changed byte, another key, a shortened tag', () => {
    const sealed = key.seal('a secret', 'x');
    const [version, id, nonce, tag = '', text = ''] = sealed.split('.');
    const flipped = Buffer.from(text, 'base64url');
    flipped[0] = (flipped[0] ?? 0) ^ 1;
    const forged = [version, id, nonce, tag, flipped.toString('base64url')].join('.');
    expect(() => key.open(forged, 'x')).toThrow(SealBroken);
    expect(() => new MasterKey(Buffer.alloc(32, 2)).open(sealed, 'x')).toThrow(/VANCE_MASTER_KEY/);
    const short = Buffer.from(tag, 'base64url').subarray(0, 4).toString('base64url');
    expect(() => key.open([version, id, nonce, short, text].join('.'), 'x')).toThrow(SealBroken);
  });

  it.each(['', 'x', 'v1', 'v2..', 'v3.a.b.c.d', 'v2.a.b.c.d.e', 'v1.a.b.c.d'])(
    'refuses %j, which is no sealed text',
    (text) => {
      expect(() => key.open(text, 'x')).toThrow(SealBroken);
    },
  );

  it('opens what a former key sealed, and knows that it was one', () => {
    const next = new MasterKey(Buffer.alloc(32, 2), [Buffer.alloc(32, 1), Buffer.alloc(32, 3)]);
    const sealed = key.seal('a secret', 'x');
    expect(next.open(sealed, 'x')).toBe('a secret');
    expect([next.isCurrent(sealed), next.isCurrent(next.seal('a secret', 'x'))]).toEqual([
      false,
      true,
    ]);
    expect(() => key.open(next.seal('a secret', 'x'), 'x')).toThrow(/VANCE_MASTER_KEYS_OLD/);
  });

  it('takes the name of a key in the envelope for what it is: a name', () => {
    const next = new MasterKey(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]);
    const [version, , ...rest] = key.seal('a secret', 'x').split('.');
    const [, id] = next.seal('', 'x').split('.');
    expect(() => next.open([version, id, ...rest].join('.'), 'x')).toThrow(SealBroken);
  });

  it('opens envelopes that name no key, with whichever it was', () => {
    // Sealed as `x` with 32 bytes of 1.
    const sealed = 'v1.BQUFBQUFBQUFBQUF.dOoTz97IvuDz1RT5bts2oQ.T6ysxg2kMIE';
    expect(key.open(sealed, 'x')).toBe('a secret');
    expect(new MasterKey(Buffer.alloc(32, 2), [Buffer.alloc(32, 1)]).open(sealed, 'x')).toBe(
      'a secret',
    );
    expect(key.isCurrent(sealed)).toBe(false);
  });

  it('hashes equal texts alike, and unlike another key', () => {
    expect(key.hash('x')).toBe(key.hash('x'));
    expect(key.hash('x')).not.toBe(new MasterKey(Buffer.alloc(32, 2)).hash('x'));
  });
});

describe('without a configured key', () => {
  const folder = (): string => mkdtempSync(join(tmpdir(), 'vance-key-'));

  it('the data folder gets one, readable by its owner only, used again at the next start', () => {
    const dataDir = join(folder(), 'new');
    const config = loadConfig({ VANCE_DATA_DIR: dataDir });
    const sealed = loadMasterKey(config).seal('x', 'y');
    expect(loadMasterKey(config).open(sealed, 'y')).toBe('x');
    expect(statSync(join(dataDir, 'master.key')).mode & 0o077).toBe(0);
    expect(Buffer.from(readFileSync(join(dataDir, 'master.key'), 'utf8'), 'base64')).toHaveLength(
      32,
    );
  });

  it('a damaged key file or an unusable folder ends the start with one clear line', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'master.key'), 'short');
    expect(() => loadMasterKey(loadConfig({ VANCE_DATA_DIR: dataDir }))).toThrow(
      /VANCE_DATA_DIR: the key file/,
    );
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(() => loadMasterKey(loadConfig({ VANCE_DATA_DIR: file }))).toThrow(/VANCE_MASTER_KEY/);
  });
});
