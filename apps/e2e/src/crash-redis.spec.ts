import { Cluster, answer, brokenInvariants, gate } from './harness';

describe('kill -9 of Redis', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it('at P2: the message is acknowledged all the same, and the sweeper starts its turn', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, answer('Without the queue.'));
    await cluster.brains[0]!.arm('P2', 'hold', { key: conversation.processId });
    const sent = conversation.send('Hello.');
    await cluster.brains[0]!.hit('P2');
    await cluster.redis.kill9();
    cluster.brains[0]!.release('P2');
    await sent;
    await cluster.redis.restart();
    await conversation.connection.says('Without the queue.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'IDLE',
    );
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });

  it('at P4: the turn goes on, and the feed catches up when Redis is back', async () => {
    const conversation = await cluster.conversation();
    const held = gate(answer('The stream went on.'));
    cluster.model.play(conversation.marker, held.step);
    await conversation.send('Hello.');
    await held.arrived;
    await cluster.redis.kill9();
    held.open();
    await cluster.redis.restart();
    await conversation.connection.says('The stream went on.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'IDLE',
    );
    expect(cluster.model.requests(conversation.marker)).toHaveLength(1);
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });
});
