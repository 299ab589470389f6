import { randomBytes, createHash } from 'node:crypto';

const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';

const TOKEN_BYTES = 20;
/** Random bytes are drawn for many ids at once: each draw costs more than an id. */
const POOL_BYTES = TOKEN_BYTES * 256;
let pool = Buffer.alloc(0);
let used = 0;

/** 100 random bits as 20 characters of Crockford base 32: short enough for logs, unguessable for outsiders. */
function randomToken(): string {
  if (used + TOKEN_BYTES > pool.length) {
    pool = randomBytes(POOL_BYTES);
    used = 0;
  }
  let token = '';
  for (const byte of pool.subarray(used, used + TOKEN_BYTES)) token += ALPHABET.charAt(byte & 31);
  used += TOKEN_BYTES;
  return token;
}

/** What an id names; the prefix stands in the id so that a log line explains itself. */
export type IdKind =
  | 'ses'
  | 'prc'
  | 'trn'
  | 'evt'
  | 'out'
  | 'cal'
  | 'ten'
  | 'prj'
  | 'usr'
  | 'key'
  | 'aud'
  | 'inb'
  | 'tok'
  | 'cnn'
  | 'wrk'
  | 'brn'
  | 'req'
  | 'res'
  | 'rag'
  | 'kit';

/** Mints a fresh id, for example `prc_4k2…`. Ids are opaque to clients. */
export function newId(kind: IdKind): string {
  return `${kind}_${randomToken()}`;
}

/**
 * An id derived from its parts, the same for the same parts: what makes a repeated write a no-op.
 * The parts are length-prefixed, so no two part lists collide by concatenation.
 */
export function derivedId(prefix: string, ...parts: readonly string[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return `${prefix}_${hash.digest('hex').slice(0, 32)}`;
}
