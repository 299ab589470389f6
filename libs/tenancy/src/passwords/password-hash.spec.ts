import { hashPassword, passwordCost, verifyPassword } from './password-hash';

const cheap = { log2N: 4, r: 8, p: 1 };

describe('passwords', () => {
  it('fit their own hash and no other', async () => {
    const hash = await hashPassword('correct horse', cheap);
    expect(await verifyPassword('correct horse', hash)).toBe(true);
    expect(await verifyPassword('Correct horse', hash)).toBe(false);
    expect(await verifyPassword('', hash)).toBe(false);
  });

  it('are salted: the same password has another hash each time, and none holds it', async () => {
    const [one, two] = [
      await hashPassword('secret-1', cheap),
      await hashPassword('secret-1', cheap),
    ];
    expect(one).not.toBe(two);
    expect(one).not.toContain('secret-1');
  });

  it('are the same in both Unicode spellings', async () => {
    expect(await verifyPassword('cafe\u0301', await hashPassword('caf\u00e9', cheap))).toBe(true);
  });

  it.each([null, '', 'plain', 'scrypt$4$8$1$x$y'])('fit no hash %j', async (hash) => {
    expect(await verifyPassword('anything', hash)).toBe(false);
  });

  it('cost at least 32 MiB and three passes', () => {
    expect(128 * passwordCost.r * 2 ** passwordCost.log2N).toBeGreaterThanOrEqual(32 * 2 ** 20);
    expect(passwordCost.p).toBeGreaterThanOrEqual(3);
  });
});
