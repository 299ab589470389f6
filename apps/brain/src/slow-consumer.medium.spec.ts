import { Socket } from 'node:net';
import { ConnectionWatch } from '@vance/gateways';
import { sessionChannel, Realtime } from '@vance/realtime';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import { TestSocket } from './testing/test-socket';

/** The TCP socket below a test client's WebSocket. */
function rawSocketOf({ socket }: TestSocket): Socket {
  const ws: unknown = Reflect.get(socket.io.engine.transport, 'ws');
  const raw: unknown = typeof ws === 'object' && ws !== null ? Reflect.get(ws, '_socket') : null;
  if (!(raw instanceof Socket)) throw new Error('this client has no WebSocket');
  return raw;
}

describe('a client that never reads', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  it('is cut, and told why; one that reads loses nothing', async () => {
    const watch = brain.app.get(ConnectionWatch);
    // It looks when the test says so: a look of its own could meet the reader with a piece just under way.
    watch.beforeApplicationShutdown();
    const reader = await admin.connect();
    const { session } = await reader.request('session-open', { project: 'p' });
    const { sessionId } = session;
    const sleeper = await TestSocket.open(brain.url, { token: admin.token, protocolVersion: 1 });
    await sleeper.request('session-open', { project: 'p', sessionId });
    // Below socket.io: the kernel's buffers fill, then the server's.
    const raw = rawSocketOf(sleeper);
    raw.pause();

    const realtime = brain.app.get(Realtime);
    const text = 'x'.repeat(200_000);
    let sent = 0;
    const chunk = (): void => {
      const body = { sessionId, processId: 'prc', turnId: 'trn', index: sent++, text };
      const event = { type: 'chat-message-chunk', body };
      realtime.publish(sessionChannel(sessionId), JSON.stringify({ kind: 'passing', event }));
    };
    const got = (socket: TestSocket): number => socket.named('chat-message-chunk').length;
    // Far more than the kernel's buffers hold.
    while (sent < 100) {
      chunk();
      await reader.until(() => got(reader) === sent);
    }
    watch.tick();
    expect(sleeper.gone).toBeUndefined();
    watch.tick();
    raw.resume();
    await sleeper.until(() => sleeper.gone !== undefined);
    expect(sleeper.named('slow-consumer')[0]?.payload.code).toBe('SLOW_CONSUMER');
    expect(got(reader)).toBe(sent);
    expect(reader.gone).toBeUndefined();
    const back = await admin.connect();
    expect(await back.request('session-open', { project: 'p', sessionId, since: 0 })).toMatchObject(
      {
        lastSeq: expect.any(Number),
      },
    );
  });
});
