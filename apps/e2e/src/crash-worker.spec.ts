import type { FailpointName } from '@vance/kernel';
import {
  Cluster,
  answer,
  brokenInvariants,
  call,
  type Conversation,
  type ScriptStep,
} from './harness';

/** One cell of the fault matrix: the worker dies at a point of the turn, a new one takes over. */
interface Cell {
  readonly point: FailpointName;
  readonly what: string;
  readonly steps: readonly ScriptStep[];
  /** Questions the model gets in the whole turn, the crash included. */
  readonly questions: number;
  /** How often the counting tool runs. */
  readonly effects: number;
  /** What the model is told of the tool in its last question. */
  readonly told?: RegExp;
}

const done = answer('The turn has ended.');
const counting = call('client_count', { n: 1 });
const cells: readonly Cell[] = [
  { point: 'P3', what: 'with the lane taken', steps: [done], questions: 1, effects: 0 },
  { point: 'P4', what: 'while the model streams', steps: [done, done], questions: 2, effects: 0 },
  {
    point: 'P5',
    what: 'with the answer stored',
    steps: [counting, done],
    questions: 2,
    effects: 1,
  },
  {
    point: 'P6',
    what: 'while a read tool runs',
    steps: [call('client_look'), done],
    questions: 2,
    effects: 0,
    told: /looked/,
  },
  {
    point: 'P6',
    what: 'while a tool with an effect runs',
    steps: [counting, done],
    questions: 2,
    effects: 0,
    told: /unknown/i,
  },
  {
    point: 'P7',
    what: 'with the result stored',
    steps: [counting, done],
    questions: 2,
    effects: 1,
    told: /counted/,
  },
  { point: 'P8', what: 'committed and not yet published', steps: [done], questions: 1, effects: 0 },
];

describe('kill -9 of a worker', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it.each(cells)('at $point, $what: the turn ends once, every invariant holds', async (cell) => {
    const conversation = await cluster.conversation();
    let effects = 0;
    await conversation.connection.register(conversation.sessionId, [
      { name: 'client_look', labels: ['read-only'], run: () => 'looked' },
      { name: 'client_count', labels: [], run: () => `counted ${(effects += 1)}` },
    ]);
    cluster.model.play(conversation.marker, ...cell.steps);
    const [worker] = cluster.workers;
    await worker!.arm(cell.point, 'kill', { key: conversation.processId });
    await conversation.send('Please do it.');
    await worker!.hit(cell.point);
    await worker!.gone();
    await cluster.startWorker(0);

    await conversation.connection.says('The turn has ended.');
    await settled(conversation);
    const requests = cluster.model.requests(conversation.marker);
    expect(requests).toHaveLength(cell.questions);
    expect(effects).toBe(cell.effects);
    if (cell.told) expect(JSON.stringify(requests.at(-1)!.messages)).toMatch(cell.told);
    expect(await brokenInvariants(cluster.mongo, cluster.database, conversation.processId)).toEqual(
      [],
    );
    const said = conversation.connection.events.filter(
      (event) => event.type === 'chat-message-appended' && event.message.role === 'ASSISTANT',
    );
    expect(said).toHaveLength(1);
  });
});

async function settled(conversation: Conversation): Promise<void> {
  await conversation.connection.event(
    (event) => event.type === 'process-progress' && event.status === 'IDLE',
  );
}
