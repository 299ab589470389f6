import { loadConfig } from '@vance/config';
import { Quotas } from './quotas';

const alice = { tenantId: 'ten_1', userId: 'usr_a' };
const bob = { tenantId: 'ten_1', userId: 'usr_b' };
const stranger = { tenantId: 'ten_2', userId: 'usr_c' };

function quotas(limits: Record<string, string>): Quotas {
  return new Quotas(loadConfig(limits));
}

it('connections of one user are counted, and freed once', () => {
  const service = quotas({ VANCE_USER_SOCKETS: '1', VANCE_TENANT_SOCKETS: '2' });
  const leave = service.admitConnection(alice);
  expect(() => service.admitConnection(alice)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', status: 429 }),
  );
  const other = service.admitConnection(bob);
  leave();
  leave();
  service.admitConnection(alice);
  other();
});

it('connections of all users of a tenant are counted, another tenant has its own', () => {
  const service = quotas({ VANCE_TENANT_SOCKETS: '1' });
  service.admitConnection(alice);
  expect(() => service.admitConnection(bob)).toThrow('Too many connections');
  service.admitConnection(stranger);
});

it('a flood of messages is told when to come again, and leaves the neighbours alone', () => {
  const service = quotas({ VANCE_USER_MESSAGES: '2', VANCE_TENANT_MESSAGES: '3' });
  service.admitMessage(alice);
  service.admitMessage(alice);
  expect(() => service.admitMessage(alice)).toThrow(
    expect.objectContaining({ code: 'TOO_MANY_REQUESTS', data: { retryAfterSeconds: 30 } }),
  );
  service.admitMessage(bob);
  expect(() => service.admitMessage(bob)).toThrow('Too many messages');
  service.admitMessage(stranger);
});
