import { Database, type ProcessDocument } from '@vance/data';
import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { RecordingQueue } from '@vance/queue/testing';
import { acme, Replica } from '../testing/harness';
import { buildEntry } from '../writer/build-entry';

let database: Database;
let one: Replica;
let two: Replica;
let process: ProcessDocument;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('intake') });
  one = await new Replica(database).prepare();
  two = new Replica(database);
});

afterAll(() => Replica.closeAll(database));

beforeEach(async () => {
  process = await one.chat();
});

const hello = { clientMessageId: 'c1', content: 'hello', userId: 'usr_1' };

/** Commits the turn of a taken process without saying anything. */
async function commit(replica: Replica, taken: ProcessDocument): Promise<void> {
  const outcome = await replica.writer.write(
    acme,
    taken._id,
    (current) => ({
      kind: 'write',
      expect: { version: true },
      patch: {
        state: { status: 'IDLE' },
        turn: null,
        run: null,
        consume: current.turn?.taken ?? [],
        freeLane: true,
        entry: buildEntry(current, { state: { ...current, status: 'IDLE' } }, { consumes: true })
          .entry,
      },
      result: null,
    }),
    { seed: taken, lane: { workerId: replica.lanes.workerId, epoch: taken.lane.epoch } },
  );
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  await outcome.projected;
}

it('takes the first message to a process that was made here without reading it', async () => {
  const find = jest.spyOn(one.processes, 'find');
  await one.intake.accept(acme, process._id, hello);
  expect(find).not.toHaveBeenCalled();
  const again = await one.intake.accept(acme, process._id, hello);
  expect(again).toMatchObject({ duplicate: true, seq: 2 });
  find.mockRestore();
});

it('refuses a message to a process that was closed since it was seen here', async () => {
  await two.commands.close(acme, process._id, 'usr_1');
  const asked = one.intake.accept(acme, process._id, hello);
  await expect(asked).rejects.toMatchObject({ code: 'PROCESS_CLOSED' });
  expect((await one.read(process._id)).inbox).toEqual([]);
});

it('knows a first message that another brain has taken', async () => {
  const first = await two.intake.accept(acme, process._id, hello);
  const again = await one.intake.accept(acme, process._id, hello);
  expect(again).toEqual({ ...first, duplicate: true });
});

it('answers with the number of the event that is stored, and adds a job', async () => {
  const answer = await one.intake.accept(acme, process._id, hello);
  expect(answer).toMatchObject({ seq: 2, duplicate: false });
  expect(await one.told(process.sessionId)).toEqual([
    { seq: 1, type: 'process-spawned' },
    { seq: 2, type: 'chat-message-appended' },
  ]);
  const { queue } = one;
  expect(queue instanceof RecordingQueue && queue.jobs.at(-1)).toEqual({
    tenantId: 'acme',
    processId: process._id,
    epoch: 0,
  });
});

it('takes a message once, however often and wherever it is sent at the same time', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      (i % 2 === 0 ? one : two).intake.accept(acme, process._id, hello),
    ),
  );
  expect(new Set(answers.map((answer) => answer.messageId)).size).toBe(1);
  expect(new Set(answers.map((answer) => answer.seq))).toEqual(new Set([2]));
  expect(answers.filter((answer) => !answer.duplicate)).toHaveLength(1);
  const stored = await one.read(process._id);
  expect(stored.inbox).toHaveLength(1);
  expect(stored.accepted).toBe(1);
  expect(await one.told(process.sessionId)).toHaveLength(2);
});

it('takes all of many different messages sent at once, each with a counter of its own', async () => {
  await Promise.all(
    Array.from({ length: 30 }, (_, i) =>
      (i % 2 === 0 ? one : two).intake.accept(acme, process._id, {
        ...hello,
        clientMessageId: `m${i}`,
      }),
    ),
  );
  const { inbox, accepted } = await one.read(process._id);
  expect(inbox.map((message) => message.no)).toEqual(Array.from({ length: 30 }, (_, i) => i + 1));
  expect(accepted).toBe(30);
  const told = await one.told(process.sessionId);
  expect(told.map((event) => event.seq)).toEqual(Array.from({ length: 31 }, (_, i) => i + 1));
});

it('knows a repeat whose turn is long over and whose fingerprint is gone', async () => {
  const first = await one.intake.accept(acme, process._id, hello);
  await commit(one, await one.take(process._id));
  await database.connection
    .collection<ProcessDocument>('processes')
    .updateOne({ _id: process._id }, { $set: { recent: [] } });
  expect(await two.intake.accept(acme, process._id, hello)).toEqual({ ...first, duplicate: true });
  expect((await one.read(process._id)).inbox).toEqual([]);
});

it('tells of a message on its repeat when its writer died before it could', async () => {
  await one.intake.accept(acme, process._id, hello);
  // As if the first writer had died between the write and the row.
  await database.connection.collection('session_events').deleteMany({ seq: 2 });
  const again = await new Replica(database).intake.accept(acme, process._id, hello);
  expect(again).toMatchObject({ seq: 2, duplicate: true });
});

it('accepts during a turn without disturbing its commit', async () => {
  await one.intake.accept(acme, process._id, hello);
  const taken = await one.take(process._id);
  await two.intake.accept(acme, process._id, { ...hello, clientMessageId: 'c2' });
  await commit(one, taken);
  const after = await one.read(process._id);
  expect(after.inbox.map((message) => message.clientMessageId)).toEqual(['c2']);
  expect(after.lane.workerId).toBeNull();
});

it('makes a proposal that a message overtook decide again', async () => {
  await one.intake.accept(acme, process._id, hello);
  const taken = await one.take(process._id);
  await two.intake.accept(acme, process._id, { ...hello, clientMessageId: 'late' });
  const seen: number[] = [];
  const outcome = await one.writer.write(
    acme,
    process._id,
    (current) => {
      seen.push(current.accepted);
      return {
        kind: 'write',
        expect: { version: true, accepted: true },
        patch: { state: { mode: 'PLANNING', approvedNo: current.accepted } },
        result: null,
      };
    },
    { seed: taken, lane: { workerId: one.lanes.workerId, epoch: taken.lane.epoch } },
  );
  expect(seen).toEqual([1, 2]);
  expect(outcome.kind === 'changed' && outcome.process.approvedNo).toBe(2);
});

it('refuses more than fifty waiting messages with a word when to come again', async () => {
  for (let i = 0; i < 50; i += 1) {
    await one.intake.accept(acme, process._id, { ...hello, clientMessageId: `m${i}` });
    if (i % 20 === 0) await one.drainer.flush();
  }
  const refusal = one.intake.accept(acme, process._id, { ...hello, clientMessageId: 'one more' });
  await expect(refusal).rejects.toMatchObject({
    code: 'PROCESS_BUSY',
    status: 429,
    data: { retryAfterSeconds: 2 },
  });
});

it('refuses a closed process and another tenant’s', async () => {
  await expect(one.intake.accept(tenantScope('globex'), process._id, hello)).rejects.toMatchObject({
    status: 404,
  });
  await one.commands.close(acme, process._id, 'usr_1');
  await expect(one.intake.accept(acme, process._id, hello)).rejects.toMatchObject({
    code: 'PROCESS_CLOSED',
    status: 409,
  });
});
