import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { prepareDataFolder } from './data-folder';

describe('prepareDataFolder', () => {
  let base = '';
  beforeEach(async () => (base = await mkdtemp(join(tmpdir(), 'vance-data-'))));
  afterEach(() => rm(base, { recursive: true, force: true }));

  it('makes the folder with its parents', async () => {
    await expect(prepareDataFolder(join(base, 'a/b'))).resolves.toBeUndefined();
  });

  it('refuses a path that is a file, in one line that names it', async () => {
    const file = join(base, 'file');
    await writeFile(file, '');
    await expect(prepareDataFolder(file)).rejects.toMatchObject({
      code: 'DATA_DIR_UNUSABLE',
      message: `The data folder ${file} cannot be used: it is a file, not a folder. Free it, or set VANCE_DATA_DIR to another one.`,
    });
  });

  it('refuses a path below a file', async () => {
    await writeFile(join(base, 'file'), '');
    await expect(prepareDataFolder(join(base, 'file/sub'))).rejects.toThrow(
      'a part of the path is a file',
    );
  });

  it.each(['/sys/vance', '/proc/vance', '/proc/vance/deep'])(
    'refuses %s: nothing can be made there',
    async (folder) => {
      await expect(prepareDataFolder(folder)).rejects.toMatchObject({ code: 'DATA_DIR_UNUSABLE' });
    },
  );
});
