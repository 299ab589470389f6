import { badRequest } from '@vance/kernel';

const segment = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const MAX_LENGTH = 512;

/**
 * Checks a document's path: segments of one small alphabet, so that no two spellings mean one document and
 * nothing climbs. Paths are keys of the database; none ever reaches a file system.
 * @throws DomainError BAD_REQUEST
 */
export function assertDocumentPath(path: string): void {
  if (path.length > MAX_LENGTH) throw odd(path, `longer than ${MAX_LENGTH} characters`);
  for (const part of path.split('/')) {
    if (!segment.test(part)) throw odd(path, `a segment must match ${segment.source}`);
    if (part.includes('..')) throw odd(path, '".." is not allowed');
  }
}

/** A prefix of document paths: whole segments, then perhaps the beginning of one. @throws DomainError BAD_REQUEST */
export function assertDocumentPrefix(prefix: string): void {
  if (prefix.length > MAX_LENGTH || !/^[a-z0-9._/-]*$/.test(prefix) || prefix.includes('..'))
    throw odd(prefix, 'a prefix is the beginning of a document path');
}

/** Paths that shape how engines behave: written by tenant admins only, never by a tool. */
const configuration =
  /^(recipes|prompts|manuals|seed|settings)\/|^(ai-models|mcp-servers|settings)\.yaml$/;

/** Whether a path belongs to the configuration cascade. */
export function isConfigurationPath(path: string): boolean {
  return configuration.test(path);
}

/** Where configuration is read from. */
const places: readonly RegExp[] = [
  /^recipes\/[^/]+\.yaml$/,
  /^(prompts|manuals)\/.+\.md$/,
  /^(ai-models|mcp-servers)\.yaml$/,
];
const singles = /^(ai-models|mcp-servers|settings)\.(ya?ml|json)$/;

/**
 * Why a path that looks like configuration would have no effect, and what is right; undefined where it has one, or is an
 * ordinary document's.
 */
export function strayRule(path: string): string | undefined {
  if (!isConfigurationPath(path) && !singles.test(path)) return undefined;
  if (places.some((place) => place.test(path))) return undefined;
  if (/^settings[./]/.test(path))
    return 'settings are no documents: set each one with PUT …/settings/{key}';
  if (path.startsWith('seed/')) return 'tenants are seeded by what the product ships only';
  return 'nothing would read this; configuration stands in recipes/<name>.yaml, prompts/<name>.md, manuals/<name>.md, ai-models.yaml and mcp-servers.yaml';
}

/** Refuses to store what would look like configuration and have no effect. @throws DomainError BAD_REQUEST */
export function assertCounts(path: string): void {
  const rule = strayRule(path);
  if (rule === undefined) return;
  throw badRequest(`${path} would have no effect: ${rule}.`, [{ path: 'path', message: rule }]);
}

function odd(path: string, rule: string): Error {
  return badRequest('This is not a document path.', [
    {
      path: 'path',
      message: `${JSON.stringify(path.slice(0, 80))}: ${rule}; for example notes/plan-1.md`,
    },
  ]);
}
