import { withProgress } from './progress';

describe('withProgress', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('says nothing about work that takes less than a second', async () => {
    const lines: string[] = [];
    await withProgress(
      (line) => lines.push(line),
      'looking',
      () => Promise.resolve(1),
    );
    expect(lines).toEqual([]);
  });

  it('says that longer work goes on, and how long it took', async () => {
    const lines: string[] = [];
    let finish: (value: string) => void = () => undefined;
    const times = [0, 2500];
    const work = withProgress(
      (line) => lines.push(line),
      'downloading',
      () => new Promise<string>((resolve) => (finish = resolve)),
      () => times.shift() ?? 0,
    );
    jest.advanceTimersByTime(1001);
    expect(lines).toEqual(['downloading …']);
    finish('file');
    await expect(work).resolves.toBe('file');
    expect(lines).toEqual(['downloading …', 'downloading: done after 2.5 s']);
  });
});
