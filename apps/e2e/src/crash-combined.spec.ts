import type { FailpointName } from '@vance/kernel';
import { Cluster, answer, brokenInvariants, call } from './harness';

describe('kill -9 of the combined process', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start({ front: 'combined', workers: 0 });
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  // The write that accepts a message has taken the lane as well: whoever dies then leaves an open turn.
  const cells: readonly [FailpointName, string, number][] = [
    ['P1', 'message and lane taken, nobody told', 2],
    ['P4', 'the model streams', 3],
    ['P5', 'the answer stored', 2],
    ['P8', 'committed and not yet published', 2],
  ];
  it.each(cells)(
    'at %s, %s: the turn ends once after the restart',
    async (point, _what, questions) => {
      const conversation = await cluster.conversation();
      const look = call('current_time');
      const steps = point === 'P4' ? [look, look] : [look];
      cluster.model.play(conversation.marker, ...steps, answer('The turn has ended.'));
      const [process] = cluster.brains;
      await process!.arm(point, 'kill', { key: conversation.processId });
      const sent = conversation.send('Please do it.').catch(() => undefined);
      await process!.hit(point);
      await process!.gone();
      await sent;
      await cluster.startBrain(0);
      await conversation.reopen(await cluster.account(), 0);
      await conversation.connection.says('The turn has ended.');
      await conversation.connection.event(
        (event) => event.type === 'process-progress' && event.status === 'IDLE',
      );
      expect(cluster.model.requests(conversation.marker)).toHaveLength(questions);
      expect(
        await brokenInvariants(cluster.mongo, cluster.database, conversation.processId),
      ).toEqual([]);
    },
  );
});
