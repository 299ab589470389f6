import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import { ConnectionWatch } from '@vance/gateways';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import { TestSocket } from './testing/test-socket';

describe('what the socket refuses', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start({ allowedOrigins: ['https://console.example'] });
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  it.each([
    ['no token', { token: undefined }, 'UNAUTHENTICATED'],
    ['an empty token', { token: '' }, 'UNAUTHENTICATED'],
    ['a token that is no text', { token: { $gt: '' } }, 'UNAUTHENTICATED'],
    ['nonsense for a token', { token: 'nonsense' }, 'UNAUTHENTICATED'],
    ['another protocol version', { protocolVersion: 99 }, 'PROTOCOL_VERSION_UNSUPPORTED'],
    ['no protocol version', { protocolVersion: undefined }, 'PROTOCOL_VERSION_UNSUPPORTED'],
    ['an unknown profile', { profile: 'root' }, 'BAD_REQUEST'],
  ])('a handshake with %s', async (_, auth, code) => {
    await expect(admin.connect(auth)).rejects.toThrow(code);
  });

  it.each([
    ['our own origin', () => brain.url, true],
    ['an origin of the list', () => 'https://console.example', true],
    ['a foreign origin', () => 'https://evil.example', false],
    ['the null origin', () => 'null', false],
    ['a name that begins like ours', () => `${brain.url}.evil.example`, false],
  ])('a WebSocket and a polling handshake from %s as the list says', async (_, origin, welcome) => {
    for (const transport of ['websocket', 'polling'] as const) {
      const opening = TestSocket.open(
        brain.url,
        { token: admin.token, protocolVersion: 1 },
        { transports: [transport], extraHeaders: { origin: origin() } },
      );
      if (welcome) (await opening).close();
      else await expect(opening).rejects.toThrow();
    }
  });

  it('says welcome first, with the versions of both sides', async () => {
    const socket = await admin.connect();
    await socket.until(() => socket.received.length > 0);
    expect(socket.received[0]).toMatchObject({
      name: 'welcome',
      payload: { protocolVersion: 1, serverVersion: expect.any(String) },
    });
  });

  it('malformed payloads, each with its path, and lives on', async () => {
    const socket = await admin.connect();
    const { chatProcessId: processId } = await socket.request('session-open', { project: 'p' });
    const good = { processId, clientMessageId: randomUUID(), content: 'x' };
    const bad: readonly (readonly [string, unknown, string])[] = [
      ['chat-send', null, ''],
      ['chat-send', 'text', ''],
      ['chat-send', [], ''],
      ['chat-send', {}, 'processId'],
      ['chat-send', { ...good, processId: 5 }, 'processId'],
      ['chat-send', { ...good, content: { $gt: '' } }, 'content'],
      ['chat-send', { ...good, content: 'x'.repeat(300_000) }, 'content'],
      ['chat-send', { ...good, surprise: 1 }, 'surprise'],
      ['chat-send', JSON.parse('{"__proto__":{"admin":true}}'), '__proto__'],
      ['session-open', { project: 'p', since: '1' }, 'since'],
      ['session-open', { project: 'p', since: -1 }, 'since'],
      ['session-open', { project: 'p', since: 1.5 }, 'since'],
      [
        'plan-decide',
        { processId, planVersion: '1', verdict: 'approve', decisionId: 'd' },
        'planVersion',
      ],
      ['agent-mode-set', { processId, agentMode: 'root' }, 'agentMode'],
      ['no-such-request', {}, ''],
    ];
    for (const [event, payload, path] of bad) {
      const { ok, error } = await socket.ask(event, payload);
      expect([event, ok, error?.code]).toEqual([event, false, 'BAD_REQUEST']);
      if (path !== '') expect(JSON.stringify(error)).toContain(path);
    }
    expect((await socket.ask('chat-send')).error?.code).toBe('BAD_REQUEST');
    expect((await socket.ask('chat-send', good, good)).error?.code).toBe('BAD_REQUEST');
    // Nobody waits for an answer: nothing happens, and nothing breaks.
    socket.socket.emit('chat-send', good);
    socket.socket.emit('chat-send');
    expect(({} as { admin?: boolean }).admin).toBeUndefined();
    const { body } = await admin.call('GET', `/api/v1/processes/${processId}/messages?view=full`);
    expect(body.items).toEqual([]);
    expect((await socket.ask('chat-send', good)).ok).toBe(true);
  });

  it('a payload above 1 MiB with an answer, not a silent disconnect', async () => {
    const socket = await admin.connect();
    for (const mebibytes of [1, 2, 10]) {
      const content = 'x'.repeat(mebibytes * 1024 * 1024);
      const reply = await socket.ask('chat-send', {
        processId: 'p',
        clientMessageId: 'c',
        content,
      });
      expect(reply.error?.code).toBe('PAYLOAD_TOO_LARGE');
    }
    const binary = { callId: 'c', ok: true, result: Buffer.alloc(1_100_000) };
    expect((await socket.ask('client-tool-result', binary)).error?.code).toBe('PAYLOAD_TOO_LARGE');
    expect(socket.gone).toBeUndefined();
  });

  it('deeply nested input, quickly', async () => {
    const socket = await admin.connect();
    let nested: unknown = 'deep';
    for (let depth = 0; depth < 500; depth += 1) nested = [nested];
    const reply = await socket.ask('client-tool-result', { callId: 'c', ok: true, result: nested });
    expect(reply.error?.code).toBe('BAD_REQUEST');
  });

  it('broken packets, without a fault of its own', async () => {
    const frames = [
      '51-["a",{"_placeholder":true,"num":10}]',
      '51-["a",{"_placeholder":true,"num":-1}]',
      '51-["a",{"_placeholder":true,"num":"splice"}]',
      '45999999999-["a"]',
      '4599999999999999999999-["a"]',
      '42["connect",1]',
      '42["disconnect",1]',
      '42["disconnecting",1]',
      '42["newListener",1]',
      '42["__proto__",{}]',
      '42{"a":1}',
      '42[]',
      `42["x","${'y'.repeat(200_000)}"]`,
      `42["x",${'['.repeat(20_000)}${']'.repeat(20_000)}]`,
    ];
    expect(frames).toHaveLength(14);
    for (const frame of frames) {
      const socket = await TestSocket.open(brain.url, { token: admin.token, protocolVersion: 1 });
      const closed = new Promise((resolve) => socket.socket.once('disconnect', resolve));
      socket.socket.io.engine.write(frame.slice(1));
      const pong = socket.ask('session-close', { sessionId: 's' });
      // Either it was ignored and the connection lives, or the connection was cut.
      await Promise.race([pong, closed]);
      socket.close();
    }
    const { hostname, port } = new URL(brain.url);
    const raw = connect(Number(port), hostname.replace(/[[\]]/g, ''));
    raw.end(
      'GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nhost: x\r\nupgrade: websocket\r\n\r\n',
    );
    raw.resume();
    await once(raw, 'close');
    expect((await admin.call('GET', '/healthz')).status).toBe(200);
  });

  it('the session of another user, and joining by its id without owning it', async () => {
    const owner = await admin.connect();
    const { session, chatProcessId } = await owner.request('session-open', { project: 'p' });
    const bob = await admin.member('bob');
    await admin.call('PUT', '/api/v1/projects/p/members/bob');
    const socket = await bob.connect();
    const { sessionId } = session;
    for (const [event, payload] of [
      ['session-open', { project: 'p', sessionId, since: 0 }],
      ['client-tools-register', { sessionId, tools: [] }],
      ['chat-send', { processId: chatProcessId, clientMessageId: 'c', content: 'x' }],
      ['process-halt', { processId: chatProcessId }],
    ] as const) {
      expect((await socket.ask(event, payload)).error?.code).toBe('NOT_FOUND');
    }
    // socket.io has no join of a client's own: a made-up one is an unknown request.
    expect((await socket.ask('join', `session:${sessionId}`)).ok).toBe(false);
    await owner.request('agent-mode-set', { processId: chatProcessId, agentMode: 'plan' });
    await owner.until(() => owner.seqs(sessionId).length > 0);
    expect(socket.seqs(sessionId)).toEqual([]);
    bob.close();
  });

  it('connections whose right has ended: an expired token, a removed user', async () => {
    const carol = await admin.member('carol');
    const socket = await carol.connect();
    await admin.call('DELETE', '/api/v1/users/carol');
    expect((await socket.ask('session-open', { project: 'p' })).error?.code).toBe(
      'UNAUTHENTICATED',
    );
    await brain.app.get(ConnectionWatch).recheck();
    await socket.until(() => socket.gone !== undefined);
    expect(socket.received.at(-1)?.name).toBe('session-expired');

    const late = await admin.connect();
    brain.app.get(ConnectionWatch).tick(Date.now() + 365 * 86_400_000);
    await late.until(() => late.gone !== undefined);
    expect(late.received.at(-1)?.name).toBe('session-expired');
  });
});
