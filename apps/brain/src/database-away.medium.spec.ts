import { randomUUID } from 'node:crypto';
import { eventually } from '@vance/testing';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import { TcpProxy } from './testing/tcp-proxy';

/** The driver waits for a lost server for 5 s, the brain for a silent one a little less. */
jest.setTimeout(90_000);

describe('while the database is away', () => {
  let brains: Brains;
  let brain: TestBrain;
  let proxy: TcpProxy;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    const uri = new URL(brains.mongoUri);
    proxy = await TcpProxy.to(uri.hostname, Number(uri.port));
    uri.port = String(proxy.port);
    uri.searchParams.delete('replicaSet');
    uri.searchParams.set('directConnection', 'true');
    brain = await brains.start({ mongodbUri: uri.href });
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    proxy?.mend();
    admin?.close();
    await brains?.stop();
    await proxy?.close();
  });

  const readyAgain = (): Promise<void> =>
    eventually(async () => expect((await admin.call('GET', '/readyz')).status).toBe(200));

  it.each([
    ['silent', () => proxy.fallSilent()],
    ['cut off', () => proxy.cut()],
  ])('%s: requests are told to come again, and nothing is lost or doubled', async (_, breakIt) => {
    const socket = await admin.connect();
    const { chatProcessId: processId } = await socket.request('session-open', { project: 'p' });
    const send = { processId, clientMessageId: randomUUID(), content: 'Once.' };
    breakIt();
    const [ready, health, users, sent] = await Promise.all([
      admin.call('GET', '/readyz'),
      admin.call('GET', '/healthz'),
      admin.call('GET', '/api/v1/users'),
      socket.ask('chat-send', send),
    ]);
    expect([ready.status, health.status]).toEqual([503, 200]);
    expect([users.status, users.body.code]).toEqual([503, 'UNAVAILABLE']);
    expect(users.type).toContain('application/problem+json');
    expect(Number(users.headers['retry-after'])).toBeGreaterThan(0);
    expect(sent).toMatchObject({ ok: false, error: { code: 'UNAVAILABLE' } });

    proxy.mend();
    await readyAgain();
    // A connection of the driver's that broke may be found out by who uses it next: it is told to come again.
    await eventually(async () => expect((await socket.ask('chat-send', send)).ok).toBe(true));
    const { body } = await admin.call('GET', `/api/v1/processes/${processId}/messages?view=full`);
    expect(body.items.map(({ content }: { content: string }) => content)).toEqual(['Once.']);
  });
});
