import { DomainError } from '@vance/kernel';

/** Every refusal of a token looks the same; why, only the log learns. */
export function unauthenticated(reason: string, cause?: unknown): DomainError {
  return refused('Sign in first.', reason, cause);
}

/** Every refusal of a sign-in looks the same: whether tenant, user or password was wrong is nobody's business. */
export function wrongCredentials(): DomainError {
  return refused('Tenant, user name or password is wrong.', 'wrong credentials');
}

function refused(message: string, reason: string, cause?: unknown): DomainError {
  return new DomainError('UNAUTHENTICATED', message, {
    status: 401,
    cause: new Error(reason, { cause }),
  });
}
