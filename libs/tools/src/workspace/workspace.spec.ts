import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { BAD_PATHS } from '../testing/bad-paths';
import type { FoundFile } from './walk';
import { Workspace } from './workspace';

const collect = async (workspace: Workspace, path = ''): Promise<string[]> => {
  const files: FoundFile[] = [];
  const { signal } = new AbortController();
  for await (const file of workspace.walk(path, signal, { visited: 0, complete: true }))
    files.push(file);
  return files.map((file) => file.path);
};

describe('a workspace', () => {
  let top: string;
  let own: string;
  let workspace: Workspace;

  beforeEach(() => {
    top = mkdtempSync(join(tmpdir(), 'workspace-'));
    own = join(top, 'own');
    mkdirSync(join(own, 'sub'), { recursive: true });
    mkdirSync(join(top, 'outside/deep'), { recursive: true });
    mkdirSync(join(top, 'shown/in'), { recursive: true });
    writeFileSync(join(top, 'secret.txt'), 'secret');
    writeFileSync(join(top, 'outside/secret.txt'), 'secret');
    writeFileSync(join(top, 'shown/in/guide.md'), 'guide');
    writeFileSync(join(own, 'sub/note.md'), 'one\ntwo\n');
    workspace = new Workspace(own, [{ project: 'demo', name: 'docs', folder: join(top, 'shown') }]);
  });
  afterEach(() => {
    rmSync(top, { recursive: true });
  });

  describe('cannot be left', () => {
    it.each(BAD_PATHS)('by the spelling %j, neither reading, listing nor writing', async (path) => {
      await expect(workspace.readText(path)).rejects.toThrow(/Bad path/);
      await expect(workspace.list(path)).rejects.toThrow(/Bad path/);
      await expect(workspace.writeText(path, 'x')).rejects.toThrow(/Bad path/);
    });

    it.each([
      ['a link to a file outside', 'link', '../secret.txt', 'link'],
      ['an absolute link', 'link', '/etc/passwd', 'link'],
      ['a link to a folder outside', 'link', '../outside', 'link/secret.txt'],
      ['a link to the folder above', 'link', '..', 'link/secret.txt'],
      ['a link to the file system’s root', 'link', '/', 'link/etc/passwd'],
      ['a link to a process’s own files', 'link', '/proc/self', 'link/environ'],
      ['a link to itself', 'link', 'link', 'link'],
      ['a link to nothing', 'link', '../nothing', 'link'],
    ])('by %s', async (_what, name, target, path) => {
      symlinkSync(target, join(own, name));
      await expect(workspace.readText(path)).rejects.toThrow(/There is no/);
    });

    it('by a chain of links', async () => {
      symlinkSync('../../outside', join(own, 'sub/b'));
      symlinkSync('sub/b', join(own, 'a'));
      await expect(workspace.readText('a/secret.txt')).rejects.toThrow(/There is no/);
      await expect(workspace.list('a')).rejects.toThrow(/There is no/);
    });

    it('by a link out of a mounted folder', async () => {
      symlinkSync('../../outside', join(top, 'shown/in/link'));
      await expect(workspace.readText('docs/in/link/secret.txt')).rejects.toThrow(/There is no/);
    });

    it('by a link in a folder that has the root’s name as its beginning', async () => {
      mkdirSync(join(top, 'own-other'));
      writeFileSync(join(top, 'own-other/x'), 'secret');
      symlinkSync('../own-other', join(own, 'link'));
      await expect(workspace.readText('link/x')).rejects.toThrow(/There is no/);
    });

    it('by writing through a linked folder, and nothing is made outside', async () => {
      symlinkSync('../outside', join(own, 'link'));
      await expect(workspace.writeText('link/new.txt', 'x')).rejects.toThrow(/not a folder/);
      await expect(workspace.writeText('link/deep/er/new.txt', 'x')).rejects.toThrow(
        /not a folder/,
      );
      symlinkSync('../made', join(own, 'dangling'));
      await expect(workspace.writeText('dangling/new.txt', 'x')).rejects.toThrow(/not a folder/);
      expect(existsSync(join(top, 'made'))).toBe(false);
      expect(readdirSync(join(top, 'outside')).sort()).toEqual(['deep', 'secret.txt']);
    });

    it('by writing on a link: the link gives way, its target stays', async () => {
      symlinkSync('../secret.txt', join(own, 'link'));
      await workspace.writeText('link', 'mine');
      expect(readFileSync(join(top, 'secret.txt'), 'utf8')).toBe('secret');
      await expect(workspace.readText('link')).resolves.toBe('mine');
    });

    it('by listing or searching: links are not shown and not followed', async () => {
      symlinkSync('../outside', join(own, 'link'));
      symlinkSync('../secret.txt', join(own, 'file-link'));
      expect((await workspace.list('')).entries.map(({ name }) => name)).toEqual(['docs', 'sub']);
      expect(await collect(workspace)).toEqual(['docs/in/guide.md', 'sub/note.md']);
    });
  });

  it('reads, lists and writes below its root', async () => {
    await expect(workspace.readText('sub/note.md')).resolves.toBe('one\ntwo\n');
    await expect(workspace.writeText('new/deep/file.md', 'x')).resolves.toBe('created');
    await expect(workspace.writeText('new/deep/file.md', 'yz')).resolves.toBe('replaced');
    expect(await workspace.list('new/deep')).toEqual({
      entries: [{ name: 'file.md', type: 'file', size: 2 }],
      complete: true,
    });
  });

  it('follows a link that stays inside', async () => {
    symlinkSync('sub', join(own, 'alias'));
    await expect(workspace.readText('alias/note.md')).resolves.toBe('one\ntwo\n');
  });

  it('shows mounted folders for reading only', async () => {
    await expect(workspace.readText('docs/in/guide.md')).resolves.toBe('guide');
    expect((await workspace.list('docs/in')).entries.map(({ name }) => name)).toEqual(['guide.md']);
    expect(await collect(workspace, 'docs/in')).toEqual(['docs/in/guide.md']);
    await expect(workspace.writeText('docs/in/guide.md', 'x')).rejects.toThrow(/reading only/);
    await expect(workspace.writeText('./docs/new.md', 'x')).rejects.toThrow(/reading only/);
    expect(readFileSync(join(top, 'shown/in/guide.md'), 'utf8')).toBe('guide');
  });

  it('says so when a mounted folder is not there', async () => {
    const broken = new Workspace(own, [
      { project: 'demo', name: 'docs', folder: join(top, 'none') },
    ]);
    await expect(broken.list('docs')).rejects.toThrow(/There is no docs/);
  });

  it.each([
    ['bytes with NUL', Buffer.from([65, 0, 66])],
    ['bytes that are no UTF-8', Buffer.from([0xff, 0xfe, 65])],
  ])('refuses %s as binary', async (_what, bytes) => {
    writeFileSync(join(own, 'x.bin'), bytes);
    await expect(workspace.readText('x.bin')).rejects.toThrow(/binary/);
  });

  it('refuses files that are too large', async () => {
    writeFileSync(join(own, 'big.txt'), 'x'.repeat(4_194_305));
    await expect(workspace.readText('big.txt')).rejects.toThrow(/too large/);
    await expect(workspace.writeText('big2.txt', 'x'.repeat(4_194_305))).rejects.toThrow(
      /too large/,
    );
  });

  it('does not wait on a pipe, and does not take a folder for a file', async () => {
    execFileSync('mkfifo', [join(own, 'pipe')]);
    await expect(workspace.readText('pipe')).rejects.toThrow(/not a file/);
    await expect(workspace.readText('sub')).rejects.toThrow(/not a file|a folder/);
    await expect(workspace.writeText('sub', 'x')).rejects.toThrow(/a folder/);
    await expect(workspace.list('sub/note.md')).rejects.toThrow(/not a folder/);
  });

  it('leaves no half-written file behind', async () => {
    await workspace.writeText('a.txt', 'x');
    expect(readdirSync(own).sort()).toEqual(['a.txt', 'sub']);
  });

  it('passes over .git and node_modules when searching', async () => {
    await workspace.writeText('node_modules/x/index.js', 'x');
    await workspace.writeText('.git/config', 'x');
    expect(await collect(workspace)).toEqual(['docs/in/guide.md', 'sub/note.md']);
  });
});
