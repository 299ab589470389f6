import { findBinary, type BinaryStep } from './binary-step';

const quiet = (): void => undefined;
const fails = (name: string, reason: string): BinaryStep => ({
  name,
  find: () => Promise.reject(new Error(reason)),
});
const finds = (path: string): BinaryStep => ({ name: path, find: () => Promise.resolve(path) });
const waysOut = ['install it', 'set ITS_URL'];

describe('findBinary', () => {
  it('answers the first step that works and tries no further one', async () => {
    const never = { name: 'never', find: jest.fn<Promise<string>, []>() };
    const steps = [fails('first', 'no'), finds('/bin/second'), never];
    await expect(findBinary({ what: 'X', steps, waysOut }, quiet)).resolves.toBe('/bin/second');
    expect(never.find).not.toHaveBeenCalled();
  });

  it('lists each step with its reason and the ways out when none works', async () => {
    const steps = [fails('on PATH', 'not found'), fails('download', 'no network\nstack')];
    await expect(findBinary({ what: 'MongoDB', steps, waysOut }, quiet)).rejects.toMatchObject({
      code: 'BINARY_NOT_FOUND',
      message: [
        'No MongoDB server could be had.',
        '  - on PATH: not found',
        '  - download: no network',
        'Ways out: install it; or set ITS_URL.',
      ].join('\n'),
    });
  });

  it('does not fall back from a binary that was asked for by name', async () => {
    const steps = [{ ...fails('MONGOD_BINARY', 'not executable'), binding: true }, finds('/bin/x')];
    await expect(findBinary({ what: 'MongoDB', steps, waysOut }, quiet)).rejects.toMatchObject({
      data: { failed: ['MONGOD_BINARY: not executable'] },
    });
  });
});
