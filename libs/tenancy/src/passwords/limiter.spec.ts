import { Limiter } from './limiter';

it('runs no more at once than allowed, and all of them in the end', async () => {
  const limiter = new Limiter(2);
  let running = 0;
  let most = 0;
  const work = async (n: number): Promise<number> => {
    most = Math.max(most, (running += 1));
    await new Promise(setImmediate);
    running -= 1;
    if (n === 3) throw new Error('three');
    return n;
  };
  const results = await Promise.allSettled([1, 2, 3, 4, 5].map((n) => limiter.run(() => work(n))));
  expect(most).toBe(2);
  expect(results.map((result) => result.status)).toEqual([
    'fulfilled',
    'fulfilled',
    'rejected',
    'fulfilled',
    'fulfilled',
  ]);
});
