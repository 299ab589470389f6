import { Cluster, action, answer, brokenInvariants, gate, propose } from './harness';

describe('ending work from outside', () => {
  let cluster: Cluster;
  beforeEach(async () => {
    cluster = await Cluster.start();
  });
  afterEach(async () => {
    await cluster?.stop();
  });

  it('a halt ends a running stream; a halted plan is no approval, and the next word works', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, action('START_PLAN'), propose('a', 'b', 'c'));
    await conversation.send('Plan it.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'BLOCKED',
    );
    const held = gate(action('START_EXECUTION'));
    cluster.model.play(conversation.marker, held.step);
    const sent = await conversation.sendBare('How long will step b take?');
    await held.arrived;
    await conversation.connection.request('process-halt', { processId: conversation.processId });
    // The model never answers: only the halt can end this turn.
    await conversation.connection.event(
      (event) =>
        event.type === 'process-progress' && event.status === 'BLOCKED' && event.seq > sent.seq,
    );
    held.open();
    expect((await conversation.snapshot()).mode).toBe('PLANNING');
    cluster.model.play(conversation.marker, answer('An hour.'));
    await conversation.sendBare('And now?');
    await conversation.connection.says('An hour.');
    expect((await conversation.snapshot()).mode).toBe('PLANNING');
    const offered = cluster.model.requests(conversation.marker).at(-1)?.tools ?? [];
    const names = offered.map((tool) => tool.function.name);
    expect(names).toContain('doc_read');
    expect(names).not.toContain('doc_create');
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });

  it('SIGTERM lets a running turn end, then the worker exits with 0', async () => {
    const conversation = await cluster.conversation();
    const held = gate(answer('Finished before leaving.'));
    cluster.model.play(conversation.marker, held.step);
    await conversation.send('Hello.');
    await held.arrived;
    const stopped = cluster.workers[0]!.stop();
    held.open();
    await conversation.connection.says('Finished before leaving.');
    expect(await stopped).toBe(0);
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });

  it('a worker that slept past its lease writes nothing when it wakes', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(
      conversation.marker,
      answer('Said by the second worker.'),
      answer('Said by the second worker.'),
    );
    const sleeper = cluster.workers[0]!;
    await sleeper.arm('P4', 'hold', { key: conversation.processId });
    await conversation.send('Hello.');
    await sleeper.hit('P4');
    sleeper.signal('SIGSTOP');
    await cluster.startWorker(1);
    await conversation.connection.says('Said by the second worker.');
    sleeper.signal('SIGCONT');
    sleeper.release('P4');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'IDLE',
    );
    await sleeper.stop();
    const said = conversation.connection.events.filter(
      (event) => event.type === 'chat-message-appended' && event.message.role === 'ASSISTANT',
    );
    expect(said).toHaveLength(1);
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });
});
