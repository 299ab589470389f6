import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { testEntry, testMessage, testProcess } from '../testing/test-process';
import type { ProcessDocument } from './process-document';
import { ProcessRepository } from './process.repository';
import { ProcessUpkeepRepository } from './process-upkeep.repository';

const acme = tenantScope('acme');
const globex = tenantScope('globex');

let database: Database;
let processes: ProcessRepository;
let upkeep: ProcessUpkeepRepository;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('process') });
  processes = new ProcessRepository(database);
  upkeep = new ProcessUpkeepRepository(database);
  await database.ensureIndexes();
});

afterAll(async () => {
  await database.connection.dropDatabase();
  await database.close();
});

async function stored(overrides: Partial<ProcessDocument> = {}): Promise<ProcessDocument> {
  const process = testProcess(overrides);
  await processes.create(acme, process);
  return process;
}

async function expireLease(processId: string): Promise<void> {
  await database.connection
    .collection<ProcessDocument>('processes')
    .updateOne({ _id: processId }, { $set: { 'lane.expiresAt': new Date(0) } });
}

/** Draining waits for no majority; whatever is written after it with majority implies it. */
async function drain(processId: string, entryIds: readonly string[]): Promise<void> {
  await upkeep.drain([{ processId, entryIds }]);
  await stored();
}

async function takeBy(process: ProcessDocument, worker: string): Promise<ProcessDocument> {
  const taken = await processes.take(acme, process._id, worker);
  if (taken === null) throw new Error('not taken');
  return taken;
}

describe('find', () => {
  it('answers many concurrent reads of several tenants, each with its own tenant only', async () => {
    const mine = await stored();
    const theirs = testProcess();
    await processes.create(globex, theirs);
    const [own, foreign, other, none] = await Promise.all([
      processes.find(acme, mine._id),
      processes.find(acme, theirs._id),
      processes.find(globex, theirs._id),
      processes.find(globex, mine._id),
    ]);
    expect(own?._id).toBe(mine._id);
    expect(other?._id).toBe(theirs._id);
    expect([foreign, none]).toEqual([null, null]);
  });
});

describe('take', () => {
  it('gives the lane to exactly one of twenty workers', async () => {
    const process = await stored({ inbox: [testMessage(1)], accepted: 1 });
    const takes = await Promise.all(
      Array.from({ length: 20 }, (_, i) => processes.take(acme, process._id, `w${i}`)),
    );
    const winners = takes.filter((taken) => taken !== null);
    expect(winners).toHaveLength(1);
    expect(winners[0]?.lane.epoch).toBe(1);
  });

  it('opens a turn over all that waits, numbers its messages and tells that it runs', async () => {
    const process = await stored({
      inbox: [testMessage(4, { seenPlanVersion: 2 }), testMessage(5)],
      accepted: 5,
      hist: { gen: 0, n: 10 },
      mode: 'PLANNING',
      status: 'BLOCKED',
      waitingFor: 'user',
    });
    const taken = await takeBy(process, 'w1');
    expect(taken.status).toBe('RUNNING');
    expect(taken.waitingFor).toBeUndefined();
    expect(taken.version).toBe(1);
    expect(taken.hist.n).toBe(12);
    expect(taken.turn).toMatchObject({
      taken: ['msg_4', 'msg_5'],
      firstN: 11,
      attempts: 1,
      iteration: 0,
      corrections: 0,
      startedMode: 'PLANNING',
      firstStep: 0,
    });
    expect(taken.run).toMatchObject({ continuations: 0, firstN: 11, steps: [] });
    expect(taken.run?.messages).toEqual([
      expect.objectContaining({ no: 4, content: 'message 4', seenPlanVersion: 2 }),
      { no: 5, id: 'msg_5', kind: 'user', userId: 'usr_1', content: 'message 5' },
    ]);
    expect(taken.outbox.map((entry) => entry.events)).toEqual([
      [{ type: 'process-progress', status: 'RUNNING', statusTag: 'running' }],
    ]);
  });

  it('takes out of the outbox what is known to be projected, and nothing else', async () => {
    const [told, untold] = [testEntry(), testEntry()];
    const process = await stored({ inbox: [testMessage(1)], outbox: [told, untold] });
    const taken = await processes.take(acme, process._id, 'w1', { projected: [told.id] });
    expect(taken?.outbox.map((entry) => entry.id)).toEqual([untold.id, expect.any(String)]);
  });

  it('counts one more attempt of an open turn, and leaves later messages to the next', async () => {
    const process = await stored({ inbox: [testMessage(1)], accepted: 1 });
    const first = await takeBy(process, 'w1');
    await processes.write(
      acme,
      process._id,
      { accepted: 1 },
      {
        accept: {
          message: testMessage(2),
          recent: { clientMessageId: 'c2', id: 'msg_2', entryId: 'out_2' },
        },
      },
    );
    await expireLease(process._id);
    const second = await takeBy(process, 'w2');
    expect(second.turn).toEqual({ ...first.turn, attempts: 2 });
    expect(second.hist.n).toBe(first.hist.n);
    expect(second.inbox.map((message) => message.id)).toEqual(['msg_1', 'msg_2']);
    expect(second.outbox).toHaveLength(1);
  });

  it.each(['PAUSED', 'CLOSED'] as const)('leaves a %s process alone', async (status) => {
    const process = await stored({ status, inbox: [testMessage(1)] });
    expect(await processes.take(acme, process._id, 'w1')).toBeNull();
  });

  it('finds nothing without work, and nothing of another tenant', async () => {
    const idle = await stored();
    const busy = await stored({ inbox: [testMessage(1)] });
    expect(await processes.take(acme, idle._id, 'w1')).toBeNull();
    expect(await processes.take(globex, busy._id, 'w1')).toBeNull();
  });
});

describe('a stolen lane', () => {
  it('makes every write of the old holder match nothing', async () => {
    const process = await stored({ inbox: [testMessage(1)], accepted: 1 });
    const old = await takeBy(process, 'w1');
    expect(await processes.take(acme, process._id, 'w2')).toBeNull();
    await expireLease(process._id);
    await takeBy(process, 'w2');
    const lane = { workerId: 'w1', epoch: old.lane.epoch };
    const late = await processes.write(
      acme,
      process._id,
      { lane },
      {
        consume: ['msg_1'],
        turn: null,
        freeLane: true,
      },
    );
    expect(late).toBeNull();
    expect(await upkeep.release(process._id, lane)).toBeNull();
    expect((await processes.find(acme, process._id))?.inbox).toHaveLength(1);
  });

  it('makes a late write match nothing even where the same worker has taken it again', async () => {
    const process = await stored({ inbox: [testMessage(1)], accepted: 1 });
    const old = await takeBy(process, 'w1');
    await expireLease(process._id);
    const again = await takeBy(process, 'w1');
    expect(again.lane.epoch).toBe(old.lane.epoch + 1);
    const lane = { workerId: 'w1', epoch: old.lane.epoch };
    expect(await processes.write(acme, process._id, { lane }, { turn: null })).toBeNull();
    expect(await upkeep.release(process._id, lane)).toBeNull();
  });

  it('is not renewed by the old holder', async () => {
    const process = await stored({ inbox: [testMessage(1)] });
    await takeBy(process, 'w1');
    await expireLease(process._id);
    await takeBy(process, 'w2');
    await expireLease(process._id);
    await upkeep.renew('w1', [process._id]);
    expect(await processes.take(acme, process._id, 'w3')).not.toBeNull();
  });
});

describe('release', () => {
  it('gives the lane back with its turn open, and does not count the attempt', async () => {
    const process = await stored({ inbox: [testMessage(1)] });
    const { lane } = await takeBy(process, 'w1');
    const released = await upkeep.release(process._id, { workerId: 'w1', epoch: lane.epoch });
    expect(released?.lane.workerId).toBeNull();
    expect(released?.turn?.attempts).toBe(0);
    expect((await takeBy(process, 'w2')).turn?.attempts).toBe(1);
  });
});

describe('texts', () => {
  const odd = '$dueAt $$NOW {"$set":1} \u0000 🙂';
  const oddObject = { 'a.b': 1, $where: 'x', $$NOW: '$turn' };

  it('survive accept, take and commit whatever they look like', async () => {
    const process = await stored();
    await processes.write(
      acme,
      process._id,
      { accepted: 0 },
      {
        accept: {
          message: testMessage(1, { id: '$id', clientMessageId: '$$NOW', content: odd }),
          recent: { clientMessageId: '$$NOW', id: '$id', entryId: '$entry' },
        },
        entry: testEntry({ id: '$out.$lane' }),
      },
    );
    const taken = await takeBy(process, 'w1');
    expect(taken.inbox[0]?.content).toBe(odd);
    expect(taken.run?.messages[0]).toMatchObject({ id: '$id', content: odd });
    const lane = { workerId: 'w1', epoch: taken.lane.epoch };
    const answer = { text: odd, toolCalls: [], provider: oddObject };
    const written = await processes.write(
      acme,
      process._id,
      { lane },
      {
        pushStep: { answer, calls: [] },
        state: { todos: [{ id: 'a.$b', status: 'PENDING', content: odd }] },
      },
    );
    expect(written?.run?.steps[0]?.answer).toEqual(answer);
    expect(written?.todos[0]).toEqual({ id: 'a.$b', status: 'PENDING', content: odd });
    await drain(process._id, ['$out.$lane']);
    const drained = await processes.find(acme, process._id);
    expect(drained?.outbox).toHaveLength(1);
    expect(drained?.run?.steps[0]?.answer).toEqual(answer);
  });
});

describe('write', () => {
  it('lets results of one step ride with the next step', async () => {
    const process = await stored({ inbox: [testMessage(1)] });
    const taken = await takeBy(process, 'w1');
    const lane = { workerId: 'w1', epoch: taken.lane.epoch };
    const step = { answer: { text: 'a', toolCalls: [] }, calls: [] };
    await processes.write(acme, process._id, { lane }, { pushStep: step, stepsBefore: 0 });
    const patch = {
      pushStep: { ...step, note: 'second' },
      stepCalls: { step: 0, calls: [], note: 'done' },
      stepsBefore: 1,
    };
    const written = await processes.write(acme, process._id, { lane }, patch);
    expect(written?.run?.steps.map((each) => each.note)).toEqual(['done', 'second']);
    expect(await processes.write(acme, process._id, { lane }, patch)).toBeNull();
  });

  it('match nothing on a version that has moved meanwhile', async () => {
    const process = await stored();
    const move = { state: { mode: 'EXPLORING' as const } };
    expect(await processes.write(acme, process._id, { version: 0 }, move)).not.toBeNull();
    expect(await processes.write(acme, process._id, { version: 0 }, move)).toBeNull();
    expect(await processes.find(acme, process._id)).toMatchObject({ version: 1 });
  });

  it('match nothing in the name of another tenant', async () => {
    const process = await stored();
    const move = { state: { mode: 'EXPLORING' as const } };
    expect(await processes.write(globex, process._id, { version: 0 }, move)).toBeNull();
    expect(await processes.find(acme, process._id)).toMatchObject({ version: 0, mode: 'NORMAL' });
  });

  it('refuses a history number that was given meanwhile', async () => {
    const process = await stored();
    const expect0 = { histN: 0 };
    expect(await processes.write(acme, process._id, expect0, { histN: 2 })).not.toBeNull();
    expect(await processes.write(acme, process._id, expect0, { histN: 1 })).toBeNull();
  });

  it('keeps the last 128 fingerprints', async () => {
    const recent = Array.from({ length: 128 }, (_, i) => ({
      clientMessageId: `old${i}`,
      id: `m${i}`,
      entryId: `e${i}`,
    }));
    const process = await stored({ recent });
    await processes.write(
      acme,
      process._id,
      { accepted: 0 },
      {
        accept: {
          message: testMessage(1),
          recent: { clientMessageId: 'new', id: 'm', entryId: 'e' },
        },
      },
    );
    const written = await processes.find(acme, process._id);
    expect(written?.recent).toHaveLength(128);
    expect(written?.recent.at(-1)?.clientMessageId).toBe('new');
    expect(written?.recent[0]?.clientMessageId).toBe('old1');
  });
});

describe('what is due', () => {
  it('is found oldest first while nobody is at it, and is not due any more once drained', async () => {
    const entry = testEntry();
    const waiting = await stored({ dueAt: new Date(1), outbox: [entry] });
    const held = await stored({
      dueAt: new Date(2),
      lane: { workerId: 'w', epoch: 1, expiresAt: new Date(Date.now() + 60_000) },
    });
    const expired = await stored({
      dueAt: new Date(3),
      inbox: [testMessage(1)],
      lane: { workerId: 'w', epoch: 1, expiresAt: new Date(0) },
    });
    const mine = (ids: readonly { _id: string }[]): string[] =>
      ids.map(({ _id }) => _id).filter((id) => [waiting._id, held._id, expired._id].includes(id));
    const due = await upkeep.due(5_000, 500);
    expect(mine(due)).toEqual([waiting._id, expired._id]);
    expect(due.find(({ _id }) => _id === waiting._id)?.runnable).toBe(false);
    expect(due.find(({ _id }) => _id === expired._id)?.runnable).toBe(true);
    await drain(expired._id, ['none']);
    await drain(waiting._id, [entry.id]);
    expect(mine(await upkeep.due(5_000, 500))).toEqual([expired._id]);
    expect((await processes.find(acme, waiting._id))?.dueAt).toBeUndefined();
  });

  it('keeps its grace by the clock of the database', async () => {
    const process = await stored();
    await processes.write(acme, process._id, {}, { due: 'now' });
    expect((await upkeep.due(5_000, 500)).map(({ _id }) => _id)).not.toContain(process._id);
    expect((await upkeep.due(-5_000, 500)).map(({ _id }) => _id)).toContain(process._id);
  });
});
