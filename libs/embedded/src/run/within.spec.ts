import { within } from './within';

describe('within', () => {
  it('passes on a result and an error that come in time', async () => {
    await expect(within(1000, 'it', Promise.resolve(7))).resolves.toBe(7);
    await expect(within(1000, 'it', Promise.reject(new Error('no')))).rejects.toThrow('no');
  });

  it('names the work that takes too long', async () => {
    const never = new Promise(() => undefined);
    await expect(within(20, 'the election', never)).rejects.toThrow(
      'the election took longer than 0.02 s',
    );
  });
});
