import { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

describe('an API key', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('demo');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  it('is shown once, works at REST and socket, and ends', async () => {
    const made = await admin.call('POST', '/api/v1/api-keys', { name: 'for scripts' });
    expect(made.status).toBe(201);
    const { key, keyId } = made.body;
    const listed = await admin.call('GET', '/api/v1/api-keys');
    expect(listed.body.items).toEqual([
      { keyId, name: 'for scripts', createdAt: made.body.createdAt },
    ]);
    expect(listed.text).not.toContain(key);

    const script = new Account(brain.url, 'acme', key);
    expect((await script.call('GET', '/api/v1/projects')).body.items).toHaveLength(1);
    const socket = await script.connect();
    expect((await socket.ask('session-open', { project: 'demo' })).ok).toBe(true);

    expect((await admin.call('DELETE', `/api/v1/api-keys/${keyId}`)).status).toBe(204);
    expect((await script.call('GET', '/api/v1/projects')).body.code).toBe('UNAUTHENTICATED');
    const { error } = await socket.ask('session-open', { project: 'demo' });
    expect(error?.code).toBe('UNAUTHENTICATED');
    script.close();
  });

  it('has the rights of its user, and no more', async () => {
    const member = await admin.member('ann');
    const { body } = await member.call('POST', '/api/v1/api-keys', {});
    const script = new Account(brain.url, 'acme', body.key);
    expect((await script.call('GET', '/api/v1/projects/demo')).status).toBe(404);
    expect((await script.call('GET', '/api/v1/users')).status).toBe(403);
  });

  it('is kept for no Idempotency-Key', async () => {
    const headers = { 'idempotency-key': 'again' };
    const ask = () => admin.call('POST', '/api/v1/api-keys', { name: 'twice' }, headers);
    expect((await ask()).body.key).not.toBe((await ask()).body.key);
    expect((await admin.call('POST', '/api/v1/api-keys', { surprise: 1 })).status).toBe(400);
  });
});
