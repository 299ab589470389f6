import { DomainError } from '@vance/kernel';

/** Every refusal of a sign-in or token looks the same; why, only the log learns. */
export function unauthenticated(reason: string, cause?: unknown): DomainError {
  return new DomainError('UNAUTHENTICATED', 'Sign in first.', {
    status: 401,
    cause: new Error(reason, { cause }),
  });
}
