import { DomainError } from '@vance/kernel';

/** An archive that is not unpacked; the words are for whoever made it. */
export function archiveError(message: string): DomainError {
  return new DomainError('KIT_INVALID', message, { status: 422, fixer: 'model' });
}
