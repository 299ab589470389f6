import { DomainError } from '@vance/kernel';
import type { DocumentExpectation } from '@vance/data';

/** The entity tag of a version. Versions of a path never repeat, so the number is enough. */
export function etagOf(version: number): string {
  return `"${version}"`;
}

/** Most tags of one header that are looked at. */
const MAX_TAGS = 20;

/**
 * What `If-Match` and `If-None-Match` ask for. Of the latter only `*` has a meaning for a write; together they
 * cannot hold. @throws DomainError PRECONDITION_FAILED for tags that are none of ours
 */
export function parsePreconditions(headers: {
  readonly 'if-match'?: string;
  readonly 'if-none-match'?: string;
}): DocumentExpectation {
  const wanted = headers['if-match'];
  if (headers['if-none-match'] !== undefined) {
    if (wanted !== undefined || headers['if-none-match'].trim() !== '*') throw preconditionFailed();
    return 'absent';
  }
  if (wanted === undefined) return 'any';
  if (wanted.trim() === '*') return 'present';
  const versions = wanted.split(',', MAX_TAGS).flatMap(versionOf);
  if (versions.length === 0) throw preconditionFailed();
  return { versions };
}

/** Weak tags match nothing: what is to be replaced must be the very version (RFC 9110, 13.1.1). */
function versionOf(tag: string): readonly number[] {
  const [, version] = /^"([1-9][0-9]{0,14})"$/.exec(tag.trim()) ?? [];
  return version === undefined ? [] : [Number(version)];
}

/** It is not, or no longer, in the version that the caller saw. */
export function preconditionFailed(what = 'document'): DomainError {
  const message = `The ${what} has another version; read it again, then repeat your change.`;
  return new DomainError('PRECONDITION_FAILED', message, { status: 412 });
}
