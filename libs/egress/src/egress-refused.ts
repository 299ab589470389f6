import { DomainError } from '@vance/kernel';

/** An address may not be asked. Names the host at most: the rest of an address may hold a secret. */
export function egressRefused(host: string, fault: string): DomainError {
  const message = `${host === '' ? 'The address' : host} ${fault}.`;
  return new DomainError('EGRESS_REFUSED', message, {
    status: 422,
    data: { errors: [{ path: 'url', message: fault }] },
  });
}
