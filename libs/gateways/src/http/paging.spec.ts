import { encodeCursor, momentIn, namePage, numberIn, pageFrom } from './paging';

const cursorOf = (value: unknown): string =>
  Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a cursor', () => {
  it('leads back to where its page ended', () => {
    expect(numberIn(encodeCursor([7]))).toBe(7);
    expect(momentIn(encodeCursor([1_000, 'ses_a']))).toEqual({ at: new Date(1_000), id: 'ses_a' });
    const { cursor } = pageFrom(['a', 'b', 'c'], 2, (name) => [name]);
    expect(namePage({ limit: 2, ...(cursor === undefined ? {} : { cursor }) })).toEqual({
      ...{ limit: 3, after: 'b' },
    });
  });

  it.each<[string, (cursor: string) => unknown, unknown[]]>([
    ['numbers', numberIn, [['x'], [1.5], [null], [1, 2], [1e300]]],
    [
      'moments',
      momentIn,
      [
        ['x', 'y'],
        ['1000', 'y'],
        [1_000, 7],
        [1e300, 'y'],
        [1, 'y', 2],
      ],
    ],
    ['names', (cursor) => namePage({ limit: 1, cursor }), [[7], ['a', 'b'], [{ $gt: '' }]]],
  ])('of another list, or made up, is none of a list in order of %s', (_, read, values) => {
    const madeUp = [...values.map(cursorOf), cursorOf({}), cursorOf(null), '', 'nonsense'];
    for (const cursor of madeUp)
      expect(() => read(cursor)).toThrow(expect.objectContaining({ code: 'BAD_REQUEST' }));
  });
});
