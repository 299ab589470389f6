import { ChunkStream } from './chunk-stream';

function stream() {
  const sent: string[] = [];
  const chunks = new ChunkStream({
    text: (index, text) => sent.push(`${index}:${text}`),
    reset: () => sent.push('reset'),
  });
  return { sent, chunks };
}
const tick = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

describe('the text of a turn while it arrives', () => {
  beforeEach(() => jest.useFakeTimers({ doNotFake: ['setImmediate', 'clearImmediate'] }));
  afterEach(() => jest.useRealTimers());

  it('joins what one read brings, once there are 40 characters', async () => {
    const { sent, chunks } = stream();
    for (const piece of ['x'.repeat(30), 'y'.repeat(30), 'z']) chunks.push(piece);
    expect(sent).toEqual([]);
    await tick();
    expect(sent).toEqual([`0:${'x'.repeat(30)}${'y'.repeat(30)}z`]);
  });

  it('waits 200 ms for less', () => {
    const { sent, chunks } = stream();
    chunks.push('short');
    jest.advanceTimersByTime(199);
    expect(sent).toEqual([]);
    jest.advanceTimersByTime(1);
    expect(sent).toEqual(['0:short']);
    expect(chunks.shown).toBe('short');
  });

  it('takes back what was shown, and counts from 0 again', () => {
    const { sent, chunks } = stream();
    chunks.push('one');
    chunks.flush();
    chunks.push('two');
    chunks.reset();
    chunks.push('three');
    chunks.flush();
    expect(sent).toEqual(['0:one', 'reset', '0:three']);
  });

  it('says nothing about text that nobody has seen', () => {
    const { sent, chunks } = stream();
    chunks.push('never seen');
    chunks.reset();
    chunks.flush();
    jest.advanceTimersByTime(1000);
    expect(sent).toEqual([]);
  });
});
