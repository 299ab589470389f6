import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { recallPorts, rememberPorts } from './port-memory';

describe('port memory', () => {
  let dir = '';
  beforeEach(async () => (dir = await mkdtemp(join(tmpdir(), 'vance-ports-'))));
  afterEach(() => rm(dir, { recursive: true, force: true }));

  it('recalls what was remembered', async () => {
    await rememberPorts(dir, { mongo: 21_000, redis: 21_001 });
    await expect(recallPorts(dir)).resolves.toEqual({ mongo: 21_000, redis: 21_001 });
  });

  it.each([
    ['nothing there', undefined],
    ['half a file', '{"mongo": 21'],
    ['nonsense', '{"mongo": "x", "redis": 70000}'],
  ])('starts anew with %s', async (_name, content) => {
    if (content) await writeFile(join(dir, 'ports.json'), content);
    await expect(recallPorts(dir)).resolves.toEqual({ mongo: undefined, redis: undefined });
  });
});
