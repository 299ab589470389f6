import { Database, type ProcessDocument } from '@vance/data';
import { testDatabaseUri } from '@vance/testing';
import { acme, Replica } from '../testing/harness';
import { buildEntry } from '../writer/build-entry';

let database: Database;
let combined: Replica;
let elsewhere: Replica;
let process: ProcessDocument;
let started: ProcessDocument[];

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('direct') });
  combined = await new Replica(database).prepare();
  elsewhere = new Replica(database);
  combined.direct.offer({
    workerId: combined.lanes.workerId,
    reserve: () => ({ run: (work) => void work(), give: () => undefined }),
    run: (taken) => {
      started.push(taken);
      return Promise.resolve();
    },
  });
});

afterAll(() => Replica.closeAll(database));

beforeEach(async () => {
  process = await combined.chat();
  started = [];
});

const saying = (clientMessageId: string) => ({
  clientMessageId,
  content: '$dueAt',
  userId: 'usr_1',
});

/** Ends the turn that was started, as a runner would. */
async function rest(taken: ProcessDocument): Promise<void> {
  const lane = { workerId: combined.lanes.workerId, epoch: taken.lane.epoch };
  const outcome = await combined.writer.write(
    acme,
    taken._id,
    (current) => {
      const state = { ...current, status: 'IDLE' as const };
      const { entry } = buildEntry(current, { state }, { consumes: true });
      const ends = { turn: null, run: null, freeLane: true, consume: current.turn!.taken } as const;
      const patch = { state: { status: state.status }, entry, ...ends };
      return { kind: 'write', expect: { version: true }, patch, result: null };
    },
    { seed: taken, lane },
  );
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  await outcome.projected;
  combined.direct.rested(outcome.process);
}

it('takes a message in and the lane with it, and tells of both in one row', async () => {
  const { seq, duplicate } = await combined.intake.accept(acme, process._id, saying('c1'));
  expect({ seq, duplicate }).toEqual({ seq: 2, duplicate: false });
  expect(started).toHaveLength(1);
  expect(started[0]).toMatchObject({
    status: 'RUNNING',
    accepted: 1,
    lane: { workerId: combined.lanes.workerId, epoch: 1 },
    inbox: [{ no: 1, content: '$dueAt' }],
    turn: { taken: [started[0]!.inbox[0]!.id], firstN: 1, attempts: 1 },
  });
  expect((await combined.told(process.sessionId)).map(({ type }) => type)).toEqual([
    'process-spawned',
    'chat-message-appended',
    'process-progress',
  ]);
});

it('takes a repeat for what it is, also when it remembers the process from before', async () => {
  const first = await combined.intake.accept(acme, process._id, saying('c1'));
  await rest(started[0]!);
  const again = await combined.intake.accept(acme, process._id, saying('c1'));
  expect(again).toEqual({ ...first, duplicate: true });
  expect(started).toHaveLength(1);
});

it('starts the next turn from what it remembers, without a word lost', async () => {
  await combined.intake.accept(acme, process._id, saying('c1'));
  await rest(started[0]!);
  const answer = await combined.intake.accept(acme, process._id, saying('c2'));
  expect(answer.duplicate).toBe(false);
  expect(started[1]).toMatchObject({ accepted: 2, turn: { firstN: 2 }, inbox: [{ no: 2 }] });
});

it('leaves a process to whoever moved it meanwhile', async () => {
  await combined.intake.accept(acme, process._id, saying('c1'));
  await rest(started[0]!);
  await elsewhere.intake.accept(acme, process._id, saying('c2'));
  const taken = await elsewhere.take(process._id);
  await combined.intake.accept(acme, process._id, saying('c3'));
  expect(started).toHaveLength(1);
  const stored = await combined.read(process._id);
  expect(stored.lane).toMatchObject({ workerId: taken.lane.workerId, epoch: taken.lane.epoch });
  expect(stored.inbox.map(({ clientMessageId }) => clientMessageId)).toEqual(['c2', 'c3']);
});

it('gives twenty messages at once one turn, and loses none', async () => {
  const ids = Array.from({ length: 20 }, (_, index) => `c${index}`);
  await Promise.all(ids.map((id) => combined.intake.accept(acme, process._id, saying(id))));
  expect(started).toHaveLength(1);
  const stored = await combined.read(process._id);
  expect(stored.inbox.map((message) => message.clientMessageId).sort()).toEqual([...ids].sort());
  expect(stored.turn!.taken).toHaveLength(1);
});
