import { createHash, randomBytes } from 'node:crypto';

/** By it a key is told from an access token, and found where it should not be (in a log, a repository). */
const PREFIX = 'vk-';

/** A fresh key of 256 random bits. */
export function newApiKey(): string {
  return PREFIX + randomBytes(32).toString('base64url');
}

export function isApiKey(token: string): boolean {
  return token.startsWith(PREFIX);
}

/** What is stored of a key. Its bits are random, so a plain hash cannot be guessed. */
export function apiKeyHash(key: string): string {
  return createHash('sha256').update(key).digest('hex');
}
