import { randomUUID } from 'node:crypto';
import { ConnectionWatch } from '@vance/gateways';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import { SseReader } from './testing/sse';

describe('rights and limits', () => {
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

  const say = (account: Account, processId: string, content = 'Hello.') =>
    account.call('POST', `/api/v1/processes/${processId}/messages`, {
      clientMessageId: randomUUID(),
      content,
    });

  it("a colleague's, a stranger's and nobody's things are refused alike, and it is on the record", async () => {
    const { body: mine } = await admin.call('POST', '/api/v1/projects/p/sessions', {});
    const stranger = await brains.tenant(brain, 'globex');
    const tried = [
      `session/${mine.sessionId}`,
      'session/ses_nobody',
      `process/${mine.chatProcessId}`,
    ];
    await stranger.call('GET', `/api/v1/sessions/${mine.sessionId}`);
    await stranger.call('GET', `/api/v1/sessions/${mine.sessionId}`);
    await stranger.call('GET', '/api/v1/sessions/ses_nobody');
    const socket = await stranger.connect();
    await socket.ask('process-halt', { processId: mine.chatProcessId });
    const refusals = async (): Promise<string[]> => {
      const { body } = await stranger.call('GET', '/api/v1/audit');
      return body.items
        .filter(({ action }: { action: string }) => action === 'access-refused')
        .map(({ target, outcome }: Record<string, string>) => `${target} ${outcome}`);
    };
    expect((await refusals()).sort()).toEqual(tried.map((target) => `${target} refused`).sort());
    const { body: owners } = await admin.call('GET', '/api/v1/audit');
    expect(JSON.stringify(owners)).not.toContain('access-refused');
    stranger.close();
  });

  it("the record pages, and is the admin's alone", async () => {
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const more = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await admin.call('GET', `/api/v1/audit?limit=1${more}`);
      seen.push(...body.items.map(({ auditId }: { auditId: string }) => auditId));
      cursor = body.cursor;
    } while (cursor !== undefined);
    expect(seen.length).toBeGreaterThan(1);
    expect(new Set(seen).size).toBe(seen.length);
    const member = await admin.member('reader');
    expect((await member.call('GET', '/api/v1/audit')).status).toBe(403);
  });

  it('who loses a project loses the sessions that are open in it', async () => {
    const member = await admin.member('mallory');
    await admin.call('PUT', '/api/v1/projects/p/members/mallory');
    const socket = await member.connect();
    await socket.request('session-open', { project: 'p' });
    const watch = brain.app.get(ConnectionWatch);
    await watch.recheck();
    expect(socket.gone).toBeUndefined();
    await admin.call('DELETE', '/api/v1/projects/p/members/mallory');
    await watch.recheck();
    await socket.until(() => socket.gone !== undefined);
    expect(socket.named('session-expired')[0]?.payload.reason).toContain('project');
  });

  it('a deleted session takes its processes along', async () => {
    const { body } = await admin.call('POST', '/api/v1/projects/p/sessions', {});
    const path = `/api/v1/processes/${body.chatProcessId}`;
    expect((await admin.call('GET', path)).status).toBe(200);
    await admin.call('DELETE', `/api/v1/sessions/${body.sessionId}`);
    for (const [method, place] of [
      ['GET', path],
      ['GET', `${path}/plans`],
      ['POST', `${path}/halt`],
    ] as const)
      expect([place, (await admin.call(method, place)).status]).toEqual([place, 404]);
  });

  it("the tenant's layer holds no sessions", async () => {
    expect((await admin.call('POST', '/api/v1/projects/_tenant/sessions', {})).status).toBe(400);
  });

  it('a long replay reaches a stream whole', async () => {
    const { body } = await admin.call('POST', '/api/v1/projects/p/sessions', {});
    const text = 'x'.repeat(200_000);
    let last = 0;
    for (let i = 0; i < 30; i += 1) last = (await say(admin, body.chatProcessId, text)).body.seq;
    const feed = await SseReader.open(
      `${brain.url}/api/v1/sessions/${body.sessionId}/events?since=0`,
      admin.token,
    );
    const ids = await feed.untilId(last);
    expect(ids).toEqual(ids.map((_, index) => index + 1));
    feed.close();
  });

  it('a message that was accepted is acknowledged again when the budget is used up, by every door', async () => {
    const thrifty = await brains.start({ budgets: { requestsPerMinute: 1 } });
    const user = (await brains.tenant(thrifty, 'thrifty')).at(thrifty.url);
    await user.project('p');
    const { body } = await user.call('POST', '/api/v1/projects/p/sessions', {});
    const processId = body.chatProcessId;
    const send = (clientMessageId: string) =>
      user.call('POST', `/api/v1/processes/${processId}/messages`, {
        clientMessageId,
        content: 'Hello.',
      });
    const first = await send('first');
    expect(first.status).toBe(201);
    expect((await send('second')).body.code).toBe('BUDGET_EXCEEDED');
    const again = { ...first.body, duplicate: true };
    expect((await send('first')).body).toEqual(again);
    const socket = await user.connect();
    const repeat = { processId, clientMessageId: 'first', content: 'Hello.' };
    expect(await socket.request('chat-send', repeat)).toEqual(again);
    user.close();
  });

  it('too many connections and messages of one user are told when to come again', async () => {
    const strict = await brains.start({
      limits: {
        userSockets: 2,
        tenantSockets: 10,
        userMessagesPerMinute: 2,
        tenantMessagesPerMinute: 100,
      },
    });
    const user = admin.at(strict.url);
    const sockets = [await user.connect(), await user.connect()];
    await expect(user.connect()).rejects.toThrow('TOO_MANY_REQUESTS');
    sockets[0]?.close();
    await sockets[0]?.until(() => sockets[0]?.gone !== undefined);
    const { body } = await user.call('POST', '/api/v1/projects/p/sessions', {});
    const codes = [];
    for (let i = 0; i < 3; i += 1) codes.push(await say(user, body.chatProcessId));
    expect(codes.map(({ status }) => status)).toEqual([201, 201, 429]);
    expect(codes[2]?.body.code).toBe('TOO_MANY_REQUESTS');
    expect(Number(codes[2]?.headers['retry-after'])).toBeGreaterThan(0);
    const reply = await sockets[1]?.ask('chat-send', {
      processId: body.chatProcessId,
      clientMessageId: randomUUID(),
      content: 'More.',
    });
    expect(reply).toMatchObject({
      ok: false,
      error: { code: 'TOO_MANY_REQUESTS', details: { retryAfterSeconds: expect.any(Number) } },
    });
    user.close();
  });
});
