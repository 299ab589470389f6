import { randomUUID } from 'node:crypto';
import type { FailpointName } from '@vance/kernel';
import { Cluster, answer, brokenInvariants } from './harness';

describe('kill -9 of a brain', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const cells: readonly [FailpointName, string][] = [
    ['P0', 'a message received'],
    ['P1', 'a message stored and not acknowledged'],
  ];
  it.each(cells)('at %s, %s: the client repeats, and it is one message', async (point) => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, answer('Heard once.'));
    await cluster.brains[0]!.arm(point, 'kill', { key: conversation.processId });
    const id = randomUUID();
    await expect(conversation.send('Hello.', id)).rejects.toThrow(/connection was lost/);
    await cluster.brains[0]!.gone();
    await cluster.startBrain(0);
    await conversation.reopen(await cluster.account(), 0);
    const first = await conversation.send('Hello.', id);
    const second = await conversation.send('Hello.', id);
    expect(second).toEqual({ messageId: first.messageId, seq: first.seq, duplicate: true });
    await conversation.connection.says('Heard once.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'IDLE',
    );
    expect(cluster.model.requests(conversation.marker)).toHaveLength(1);
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });

  it('at P2, a message acknowledged and no job added: the sweeper finds it', async () => {
    const conversation = await cluster.conversation();
    cluster.model.play(conversation.marker, answer('Found by the sweeper.'));
    await cluster.brains[0]!.arm('P2', 'kill', { key: conversation.processId });
    await conversation.send('Hello.').catch(() => undefined);
    await cluster.brains[0]!.gone();
    await cluster.startBrain(0);
    await conversation.reopen(await cluster.account(), 0);
    await conversation.connection.says('Found by the sweeper.');
    await conversation.connection.event(
      (event) => event.type === 'process-progress' && event.status === 'IDLE',
    );
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
  });
});
