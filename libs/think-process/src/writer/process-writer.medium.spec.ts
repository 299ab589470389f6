import { Database, type ProcessDocument, ProcessRepository } from '@vance/data';
import { testDatabaseUri } from '@vance/testing';
import { acme, Replica } from '../testing/harness';
import { buildEntry } from './build-entry';
import { ProcessWriter, type WriteDecision } from './process-writer';

const uri = testDatabaseUri('writer');
let database: Database;
let replica: Replica;
let process: ProcessDocument;

beforeAll(async () => {
  database = await Database.connect({ uri });
  replica = await new Replica(database).prepare();
});

afterAll(() => Replica.closeAll(database));

beforeEach(async () => {
  process = await replica.chat();
});

/** Counts one up and says so in the history. */
function countUp(current: ProcessDocument): WriteDecision<number> {
  const count = current.approvedNo + 1;
  const messages = [{ role: 'SYSTEM' as const, content: `${count}`, tags: [], meta: {} }];
  const { entry, histN } = buildEntry(current, { messages });
  return {
    kind: 'write',
    expect: { version: true },
    patch: { state: { approvedNo: count }, entry, histN },
    result: count,
  };
}

it('loses nothing of what eight connections count at once', async () => {
  const others = await Promise.all(Array.from({ length: 8 }, () => Database.connect({ uri })));
  const replicas = others.map((each) => new Replica(each));
  const counts = await Promise.all(
    replicas.flatMap((each) =>
      Array.from({ length: 10 }, async () => {
        const outcome = await each.writer.write(acme, process._id, countUp);
        if (outcome.kind !== 'changed') throw new Error(outcome.kind);
        await outcome.projected;
        return outcome.result;
      }),
    ),
  );
  expect([...counts].sort((a, b) => a - b)).toEqual(Array.from({ length: 80 }, (_, i) => i + 1));
  const rows = await replica.messages.range(acme, process._id, 0, 1_000);
  expect(rows.map((row) => row.content)).toEqual(rows.map((row) => `${row.n}`));
  expect(rows).toHaveLength(80);
  await Promise.all(replicas.map((each) => each.drainer.beforeApplicationShutdown()));
  await Promise.all(others.map((each) => each.close()));
}, 60_000);

it('knows its own write again when the answer was lost', async () => {
  class Forgetful extends ProcessRepository {
    override async write(...args: Parameters<ProcessRepository['write']>): Promise<null> {
      await super.write(...args);
      throw new Error('connection closed');
    }
  }
  const forgetful = new Forgetful(database);
  const writer = new ProcessWriter(forgetful, replica.projector, replica.history, replica.hints);
  const outcome = await writer.write(acme, process._id, countUp);
  expect(outcome).toMatchObject({ kind: 'changed', result: 1, process: { approvedNo: 1 } });
  expect((await replica.read(process._id)).approvedNo).toBe(1);
});

it('passes on an error whose write did not happen', async () => {
  class Away extends ProcessRepository {
    override write(): Promise<null> {
      return Promise.reject(new Error('connection refused'));
    }
  }
  const writer = new ProcessWriter(
    new Away(database),
    replica.projector,
    replica.history,
    replica.hints,
  );
  await expect(writer.write(acme, process._id, countUp)).rejects.toThrow('connection refused');
});

it('decides a stale seed anew', async () => {
  await replica.writer.write(acme, process._id, countUp);
  const outcome = await replica.writer.write(acme, process._id, countUp, { seed: process });
  expect(outcome).toMatchObject({ kind: 'changed', result: 2 });
});

it('tells nothing to change from nothing there', async () => {
  const none = (): WriteDecision<string> => ({ kind: 'none', result: 'same' });
  const same = await replica.writer.write(acme, process._id, none);
  expect(same).toMatchObject({ kind: 'unchanged', result: 'same' });
  expect(await replica.writer.write(acme, 'prc_none', none)).toEqual({ kind: 'missing' });
});
