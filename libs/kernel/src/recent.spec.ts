import { Recent } from './recent';

describe('a small memory', () => {
  beforeEach(() => jest.useFakeTimers({ now: 0 }));
  afterEach(() => jest.useRealTimers());

  it('forgets the oldest when it is full; what is set again is new', () => {
    const recent = new Recent<number>(2);
    for (const [key, value] of [
      ['a', 1],
      ['b', 2],
      ['a', 3],
      ['c', 4],
    ] as const)
      recent.set(key, value);
    expect(['a', 'b', 'c'].map((key) => recent.get(key))).toEqual([3, undefined, 4]);
  });

  it('makes what it does not have, once, and keeps what is used', () => {
    const recent = new Recent<number>(2);
    let made = 0;
    const use = (key: string) => recent.getOrMake(key, () => (made += 1));
    expect(['a', 'b', 'a', 'c', 'a', 'b'].map(use)).toEqual([1, 2, 1, 3, 1, 4]);
  });

  it('forgets what has had its time', () => {
    const recent = new Recent<number>(2);
    recent.set('a', 1, 1_000);
    recent.set('b', 2);
    jest.setSystemTime(999);
    expect(recent.get('a')).toBe(1);
    jest.setSystemTime(1_000);
    expect([recent.get('a'), recent.get('b')]).toEqual([undefined, 2]);
  });
});
