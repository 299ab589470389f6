import { randomBytes, scrypt, timingSafeEqual } from 'node:crypto';
import { Limiter } from './limiter';

/** Memory and time of a hash: 128 · r · 2^log2N bytes, p passes. */
export interface ScryptCost {
  readonly log2N: number;
  readonly r: number;
  readonly p: number;
}

/** 32 MiB, three passes: a fifth of a second on an ordinary core. */
export const passwordCost: ScryptCost = { log2N: 15, r: 8, p: 3 };

const KEY_BYTES = 32;
const SALT_BYTES = 16;

/** Each hash takes a thread of the pool and its memory; more at once would starve everything else. */
const limiter = new Limiter(2);

/** Hash of a password as text: `scrypt$log2N$r$p$salt$key`. */
export async function hashPassword(password: string, cost = passwordCost): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const key = await derive(password, salt, cost);
  const { log2N, r, p } = cost;
  return ['scrypt', log2N, r, p, salt.toString('base64'), key.toString('base64')].join('$');
}

/**
 * Whether a password fits a hash. Takes its full time in any case, also with `null` for a user who does not
 * exist, so that the answer's time does not tell names apart.
 */
export async function verifyPassword(
  password: string,
  hash: string | null,
  usualCost = passwordCost,
): Promise<boolean> {
  const stored = parse(hash);
  const { cost, salt, key } = stored ?? { ...nobody, cost: usualCost };
  const derived = await derive(password, salt, cost);
  return timingSafeEqual(derived, key) && stored !== null;
}

interface Stored {
  readonly cost: ScryptCost;
  readonly salt: Buffer;
  readonly key: Buffer;
}

const nobody: Omit<Stored, 'cost'> = {
  salt: randomBytes(SALT_BYTES),
  key: randomBytes(KEY_BYTES),
};

function parse(hash: string | null): Stored | null {
  const [kind, log2N, r, p, salt = '', key = ''] = hash?.split('$') ?? [];
  if (kind !== 'scrypt') return null;
  const stored = {
    cost: { log2N: Number(log2N), r: Number(r), p: Number(p) },
    salt: Buffer.from(salt, 'base64'),
    key: Buffer.from(key, 'base64'),
  };
  return stored.key.length === KEY_BYTES ? stored : null;
}

function derive(password: string, salt: Buffer, { log2N, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** log2N;
  const options = { N, r, p, maxmem: 256 * N * r };
  const text = password.normalize('NFKC');
  return limiter.run(
    () =>
      new Promise((resolve, reject) => {
        scrypt(text, salt, KEY_BYTES, options, (error, key) =>
          error === null ? resolve(key) : reject(error),
        );
      }),
  );
}
