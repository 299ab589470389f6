import { Cluster, Connection, action, answer, ask, propose, update } from './harness';

describe('replay from another brain', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ brains: 2 });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it('gives a client that was away for more than 500 events exactly the missing ones', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, answer('Here we go.'));
    await conversation.send('Hello.');
    await conversation.connection.says('Here we go.');
    const watcher = conversation.connection;
    const seen = watcher.events.at(-1)!.seq;

    // The same session goes on through the first brain while the client is away.
    const account = await cluster.account(0);
    const away = await Connection.open(account);
    const opened = await away.request('session-open', {
      project: conversation.project,
      sessionId: conversation.sessionId,
    });
    watcher.close();
    let last = opened.lastSeq;
    while (last - seen < 500) {
      cluster.model.play(conversation.marker, answer('More.'));
      const sent = await away.request('chat-send', {
        processId: conversation.processId,
        clientMessageId: `m-${last}`,
        content: 'Go on.',
      });
      const idle = await away.event(
        (event) =>
          event.type === 'process-progress' && event.status === 'IDLE' && event.seq > sent.seq,
      );
      last = idle.seq;
    }

    const replayed = await conversation.reopen(await cluster.account(1), seen);
    expect(replayed.length).toBeGreaterThanOrEqual(500);
    expect(replayed.map((event) => event.seq)).toEqual(
      replayed.map((_, index) => seen + 1 + index),
    );

    cluster.model.play(conversation.marker, answer('Live again.'));
    await conversation.sendBare('And now?');
    await conversation.connection.says('Live again.');
    const seqs = conversation.connection.events.map((event) => event.seq);
    expect(seqs).toEqual(seqs.map((_, index) => seen + 1 + index));
  });

  it('shows a plan that waits, with its version, to a client that joins through the other brain', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, action('START_PLAN'), propose('a', 'b', 'c'));
    await conversation.send('Plan it.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'BLOCKED',
    );
    await conversation.reopen(await cluster.account(1), 0);
    const snapshot = await conversation.snapshot(await cluster.account(1));
    expect(snapshot).toMatchObject({ mode: 'PLANNING', status: 'BLOCKED', waitingFor: 'user' });
    expect(snapshot.plan).toMatchObject({ phase: 'ready', version: 1, summary: 'A scripted plan' });
    cluster.model.play(
      conversation.marker,
      update({ id: 'a', status: 'IN_PROGRESS' }),
      ask('Shall I go on?'),
    );
    await conversation.connection.request('plan-decide', {
      processId: conversation.processId,
      planVersion: 1,
      verdict: 'approve',
      decisionId: 'from-the-other-brain',
    });
    await conversation.connection.says('Shall I go on?');
    expect((await conversation.snapshot()).mode).toBe('EXECUTING');
  });
});
