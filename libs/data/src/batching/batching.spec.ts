import { GroupCommit } from './group-commit';
import { ReadBatch } from './read-batch';

/** A promise with its ends in hand. */
function gate(): { readonly opened: Promise<void>; open(): void } {
  let open = (): void => undefined;
  const opened = new Promise<void>((resolve) => (open = resolve));
  return { opened, open };
}

describe('GroupCommit', () => {
  it('writes one bulk at a time; those who come meanwhile share the next', async () => {
    const bulks: (readonly number[])[] = [];
    const first = gate();
    const group = new GroupCommit<number>(async (rows) => {
      bulks.push(rows);
      if (bulks.length === 1) await first.opened;
    });
    const one = group.add([1]);
    await Promise.resolve();
    await Promise.resolve();
    const rest = [group.add([2]), group.add([3, 4]), group.add([])];
    first.open();
    await Promise.all([one, ...rest]);
    expect(bulks).toEqual([[1], [2, 3, 4]]);
  });

  it('tells everyone of a bulk that failed, and goes on', async () => {
    let fails = true;
    const group = new GroupCommit<number>(() => {
      if (fails) return Promise.reject(new Error('full'));
      return Promise.resolve();
    });
    const ends = await Promise.allSettled([group.add([1]), group.add([2])]);
    expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected']);
    fails = false;
    await expect(group.add([3])).resolves.toBeUndefined();
  });

  it('keeps bulks bounded', async () => {
    const sizes: number[] = [];
    const group = new GroupCommit<number>((rows) => {
      sizes.push(rows.length);
      return Promise.resolve();
    }, 2);
    await Promise.all([1, 2, 3].map((row) => group.add([row])));
    expect(sizes).toEqual([2, 1]);
  });
});

describe('ReadBatch', () => {
  it('asks once for the look-ups of a burst, and gives null for what is not there', async () => {
    const queries: (readonly string[])[] = [];
    const batch = new ReadBatch<string>((keys) => {
      queries.push(keys);
      return Promise.resolve(new Map([['a', 'A']]));
    });
    expect(await Promise.all([batch.get('a'), batch.get('b'), batch.get('a')])).toEqual([
      'A',
      null,
      'A',
    ]);
    expect(queries).toEqual([['a', 'b']]);
  });

  it('never answers from a query that began before it was asked', async () => {
    let value = 'old';
    const first = gate();
    let queries = 0;
    const batch = new ReadBatch<string>(async () => {
      const seen = value;
      queries += 1;
      if (queries === 1) await first.opened;
      return new Map([['a', seen]]);
    }, 1);
    const early = batch.get('a');
    await Promise.resolve();
    await Promise.resolve();
    value = 'new';
    const late = batch.get('a');
    first.open();
    expect([await early, await late]).toEqual(['old', 'new']);
  });

  it('tells everyone of a query that failed', async () => {
    const batch = new ReadBatch<string>(() => Promise.reject(new Error('away')));
    const ends = await Promise.allSettled([batch.get('a'), batch.get('b')]);
    expect(ends.map((end) => end.status)).toEqual(['rejected', 'rejected']);
  });
});
