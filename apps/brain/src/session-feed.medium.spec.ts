import { randomUUID } from 'node:crypto';
import { EventLog } from '@vance/data';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import type { TestSocket } from './testing/test-socket';

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('a session over the socket', () => {
  let brains: Brains;
  let one: TestBrain;
  let two: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    one = await brains.start();
    two = await brains.start();
    admin = await brains.tenant(one, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  /** Two events each: the switch and the mode it moves. */
  async function toggle(account: Account, processId: string, times: number): Promise<void> {
    for (let n = 0; n < times; n += 1) {
      const agentMode = n % 2 === 0 ? 'plan' : 'build';
      await account.call('PUT', `/api/v1/processes/${processId}/agent-mode`, { agentMode });
    }
  }
  async function headOf(sessionId: string): Promise<number> {
    const { body } = await admin.call('GET', `/api/v1/sessions/${sessionId}/events`);
    return body.lastSeq;
  }

  it('shows a message, once, with the number that its acknowledgement named', async () => {
    const socket = await admin.connect();
    const { session, chatProcessId, lastSeq, events } = await socket.request('session-open', {
      project: 'p',
      title: 'First',
    });
    expect(events).toEqual([]);
    const sent = await socket.request('chat-send', {
      processId: chatProcessId,
      clientMessageId: randomUUID(),
      content: 'Hello.',
    });
    await socket.until(() => socket.seqs(session.sessionId).includes(sent.seq));
    const [shown] = socket.named('chat-message-appended');
    expect(shown?.payload).toMatchObject({
      seq: sent.seq,
      sessionId: session.sessionId,
      processId: chatProcessId,
      message: { id: sent.messageId, role: 'USER', content: 'Hello.' },
    });
    expect(shown?.payload).not.toHaveProperty('type');
    expect(socket.seqs(session.sessionId)[0]).toBe(lastSeq + 1);
  });

  it('takes the same clientMessageId once, also through REST', async () => {
    const socket = await admin.connect();
    const { chatProcessId: processId } = await socket.request('session-open', { project: 'p' });
    const message = { clientMessageId: randomUUID(), content: 'Once.' };
    const first = await socket.request('chat-send', { processId, ...message });
    const again = await socket.request('chat-send', { processId, ...message });
    expect(first.duplicate).toBeUndefined();
    expect(again).toEqual({ ...first, duplicate: true });
    const twin = await admin.call('POST', `/api/v1/processes/${processId}/messages`, message);
    expect(twin.body).toEqual({ ...first, duplicate: true });
  });

  it("keeps a client's messages in order, though none waits for the one before", async () => {
    const socket = await admin.connect();
    const { chatProcessId: processId } = await socket.request('session-open', { project: 'p' });
    const contents = range(1, 20).map(String);
    await Promise.all(
      contents.map((content) =>
        socket.request('chat-send', { processId, clientMessageId: randomUUID(), content }),
      ),
    );
    const { body } = await admin.call('GET', `/api/v1/processes/${processId}/messages?view=full`);
    expect(body.items.map((item: { content: string }) => item.content)).toEqual(contents);
  });

  it('gives a client that was away for 500 events exactly the missing ones, from the other brain', async () => {
    const socket = await admin.connect();
    const opened = await socket.request('session-open', { project: 'p' });
    const { sessionId } = opened.session;
    socket.close();
    await toggle(admin, opened.chatProcessId, 251);
    const head = await headOf(sessionId);
    expect(head - opened.lastSeq).toBeGreaterThanOrEqual(500);

    const back = await admin.at(two.url).connect();
    const again = await back.request('session-open', {
      project: 'p',
      sessionId,
      since: opened.lastSeq,
    });
    expect(again.events.map(({ seq }: { seq: number }) => seq)).toEqual(
      range(opened.lastSeq + 1, head),
    );
    expect(again.lastSeq).toBe(head);
    expect(again.cursorExpired).toBeUndefined();
    // The feed goes on behind the replay, wherever the event is made.
    await toggle(admin, opened.chatProcessId, 2);
    const now = await headOf(sessionId);
    await back.until(() => back.seqs(sessionId).at(-1) === now);
    expect(back.seqs(sessionId)).toEqual(range(head + 1, now));
    back.close();
  });

  it('has neither gap nor repeat for clients that join, leave and join again while events are made', async () => {
    const watcher = await admin.connect();
    const { session, chatProcessId, lastSeq } = await watcher.request('session-open', {
      project: 'p',
    });
    const { sessionId } = session;
    const making = toggle(admin, chatProcessId, 60);
    const sockets = await Promise.all([
      admin.connect(),
      admin.at(two.url).connect(),
      admin.at(two.url).connect(),
    ]);
    const follow = async (socket: TestSocket): Promise<void> => {
      const story: number[] = [];
      for (let round = 0; round < 12; round += 1) {
        const since = story.at(-1) ?? 0;
        const { events, lastSeq } = await socket.request('session-open', {
          project: 'p',
          sessionId,
          since,
        });
        const from = socket.seqs(sessionId).length;
        story.push(...events.map(({ seq }: { seq: number }) => seq));
        expect(story.at(-1) ?? 0).toBe(lastSeq);
        await socket.request('session-close', { sessionId });
        story.push(...socket.seqs(sessionId).slice(from));
        expect(story).toEqual(range(1, story.length));
      }
    };
    await Promise.all(sockets.map(follow));
    await making;
    const head = await headOf(sessionId);
    await watcher.until(() => watcher.seqs(sessionId).at(-1) === head);
    expect(watcher.seqs(sessionId)).toEqual(range(lastSeq + 1, head));
    for (const socket of [...sockets, watcher]) socket.close();
  });

  it('replays again nothing to a client that dropped twice and missed nothing between', async () => {
    const socket = await admin.connect();
    const { session, chatProcessId } = await socket.request('session-open', { project: 'p' });
    const { sessionId } = session;
    await toggle(admin, chatProcessId, 2);
    const since = await headOf(sessionId);
    for (const url of [one.url, two.url]) {
      const next = await admin.at(url).connect();
      const { events, lastSeq } = await next.request('session-open', {
        project: 'p',
        sessionId,
        since,
      });
      expect([events, lastSeq]).toEqual([[], since]);
      next.close();
    }
  });

  it('refuses a cursor from the future, and says when one is older than what is kept', async () => {
    const socket = await admin.connect();
    const { session, chatProcessId } = await socket.request('session-open', { project: 'p' });
    const { sessionId } = session;
    const ahead = await socket.ask('session-open', { project: 'p', sessionId, since: 1_000 });
    expect(ahead.error?.code).toBe('CURSOR_AHEAD');
    expect(
      (await admin.call('GET', `/api/v1/sessions/${sessionId}/events?since=1000`)).status,
    ).toBe(409);

    await toggle(admin, chatProcessId, 2);
    await one.app.get(EventLog).expire(new Date(Date.now() + 1_000));
    const expired = await socket.request('session-open', { project: 'p', sessionId, since: 0 });
    expect(expired).toMatchObject({ cursorExpired: true, events: [] });
    expect(expired.processes[0].processId).toBe(chatProcessId);
    const page = await admin.call('GET', `/api/v1/sessions/${sessionId}/events?since=0`);
    expect([page.status, page.body.code]).toEqual([410, 'CURSOR_EXPIRED']);
    // A failed or expired open leaves the feed as it was.
    await toggle(admin, chatProcessId, 1);
    await socket.until(() => socket.seqs(sessionId).length > 0);
  });

  it('stops with session-close; the session lives on', async () => {
    const socket = await admin.connect();
    const { session, chatProcessId } = await socket.request('session-open', { project: 'p' });
    const { sessionId } = session;
    expect(await socket.request('session-close', { sessionId })).toEqual({});
    await toggle(admin, chatProcessId, 1);
    const other = await admin.connect();
    const { lastSeq } = await other.request('session-open', { project: 'p', sessionId });
    await toggle(admin, chatProcessId, 2);
    await other.until(() => (other.seqs(sessionId).at(-1) ?? 0) > lastSeq + 1);
    expect(socket.seqs(sessionId)).toEqual([]);
  });

  it('tells all connections of a tenant, at any brain, that plan mode was switched', async () => {
    const here = await admin.connect();
    const there = await admin.at(two.url).connect();
    const globex = await brains.tenant(one, 'globex');
    const foreign = await globex.connect();
    const key = '/api/v1/projects/_tenant/settings/vance.engine.planMode.globalDefault';
    expect((await admin.call('PUT', key, { value: 'disabled' })).status).toBe(200);
    for (const socket of [here, there]) {
      await socket.until(() => socket.named('plan-mode-availability').length > 0);
      expect(socket.named('plan-mode-availability')[0]?.payload).toEqual({ available: false });
    }
    expect((await here.request('session-open', { project: 'p' })).planModeAvailable).toBe(false);
    expect((await admin.call('DELETE', key)).status).toBe(204);
    await here.until(() => here.named('plan-mode-availability').length > 1);
    expect(here.named('plan-mode-availability')[1]?.payload).toEqual({ available: true });
    expect(foreign.named('plan-mode-availability')).toEqual([]);
    globex.close();
  });
});
