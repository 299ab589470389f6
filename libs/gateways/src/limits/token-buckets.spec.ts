import { TokenBuckets } from './token-buckets';

function take(buckets: TokenBuckets, key: string, now: number): boolean {
  if (buckets.wait(key, now) > 0) return false;
  buckets.take(key, now);
  return true;
}

it("lets a minute's worth pass at once, then at the rate, and says how long the wait is", () => {
  const buckets = new TokenBuckets(60);
  const burst = Array.from({ length: 61 }, () => take(buckets, 'a', 0));
  expect(burst.filter(Boolean)).toHaveLength(60);
  expect(buckets.wait('a', 0)).toBe(1000);
  expect(buckets.wait('a', 400)).toBe(600);
  expect(take(buckets, 'a', 1000)).toBe(true);
  expect(take(buckets, 'a', 1000)).toBe(false);
});

it("one key's flood is no other's", () => {
  const buckets = new TokenBuckets(1);
  expect([take(buckets, 'a', 0), take(buckets, 'a', 0), take(buckets, 'b', 0)]).toEqual([
    true,
    false,
    true,
  ]);
});

it('saves up no more than a minute', () => {
  const buckets = new TokenBuckets(2);
  take(buckets, 'a', 0);
  const later = Array.from({ length: 5 }, () => take(buckets, 'a', 3_600_000));
  expect(later.filter(Boolean)).toHaveLength(2);
});
