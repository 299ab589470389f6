import { DomainError } from '@vance/kernel';

/** A client may try again after so many seconds. */
const RETRY_SECONDS = 2;

/** What this server needs does not answer now. */
export function unavailable(down: readonly string[]): DomainError {
  return new DomainError('UNAVAILABLE', `Not reachable: ${down.join(', ')}.`, {
    status: 503,
    fixer: 'operator',
    data: { down, retryAfterSeconds: RETRY_SECONDS },
  });
}
