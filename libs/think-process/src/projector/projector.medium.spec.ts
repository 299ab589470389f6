import { AuditRepository, Database, type OutboxEntry, type ProcessDocument } from '@vance/data';
import { testDatabaseUri } from '@vance/testing';
import { MemoryRealtime, sessionChannel } from '@vance/realtime';
import { RecordingQueue } from '@vance/queue/testing';
import { acme, Replica } from '../testing/harness';
import { buildEntry } from '../writer/build-entry';

let database: Database;
let replica: Replica;
let process: ProcessDocument;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('projector') });
  replica = await new Replica(database).prepare();
});

afterAll(() => Replica.closeAll(database));

beforeEach(async () => {
  process = await replica.chat();
});

const said = (content: string) => ({
  messages: [{ role: 'ASSISTANT' as const, content, tags: [], meta: {} }],
});

/** Writes entries without projecting any, as a process that dies right after each write. */
async function writeOnly(contents: readonly string[]): Promise<OutboxEntry[]> {
  const entries: OutboxEntry[] = [];
  for (const content of contents) {
    const current = await replica.read(process._id);
    const { entry, histN } = buildEntry(current, said(content));
    const written = await replica.processes.write(
      acme,
      process._id,
      { version: current.version, histN: current.hist.n },
      { state: { mode: current.mode }, entry, histN },
    );
    if (written === null) throw new Error('not written');
    entries.push(entry);
  }
  return entries;
}

async function contentsOf(): Promise<readonly string[]> {
  const rows = await replica.messages.range(acme, process._id, 0, 100);
  return rows.map((row) => row.content);
}

it('tells what a dead writer left before the entry it wrote itself', async () => {
  await writeOnly(['first', 'second']);
  const survivor = new Replica(database);
  const outcome = await survivor.writer.write(acme, process._id, (current) => {
    const { entry, histN } = buildEntry(current, said('third'));
    return {
      kind: 'write',
      expect: { version: true },
      patch: { state: {}, entry, histN },
      result: null,
    };
  });
  if (outcome.kind !== 'changed') throw new Error(outcome.kind);
  expect(await outcome.projected).toEqual({ seq: 4, last: 4 });
  expect(await contentsOf()).toEqual(['first', 'second', 'third']);
});

it('changes nothing when two project the same outbox, at once and again', async () => {
  await writeOnly(['a', 'b', 'c']);
  const all = await replica.read(process._id);
  const others = [new Replica(database), new Replica(database), replica];
  const ends = await Promise.all(others.map((each) => each.projector.project(acme, all)));
  expect(new Set(ends.map((end) => end.seq)).size).toBe(1);
  const told = await replica.told(process.sessionId);
  await new Replica(database).projector.project(acme, all);
  expect(await replica.told(process.sessionId)).toEqual(told);
  expect(told.map((event) => event.seq)).toEqual([1, 2, 3, 4]);
  expect(await contentsOf()).toEqual(['a', 'b', 'c']);
});

it('brings the chat rows of an entry whose event row alone was stored', async () => {
  const [entry] = await writeOnly(['half']);
  if (entry === undefined) throw new Error('no entry');
  await replica.events.append({
    _id: entry.id,
    tenantId: 'acme',
    sessionId: process.sessionId,
    processId: process._id,
    processName: 'chat',
    at: entry.at,
    events: entry.events,
  });
  await new Replica(database).projector.project(acme, await replica.read(process._id));
  expect(await contentsOf()).toEqual(['half']);
});

it('brings what a dead writer left for the record, once', async () => {
  const draft = {
    ...{ _id: `aud_${process._id}`, actor: 'usr_1', action: 'mode-changed', target: process._id },
    ...{ outcome: 'done' as const, data: { from: 'NORMAL', to: 'EXPLORING' } },
  };
  const current = await replica.read(process._id);
  const { entry, histN } = buildEntry(current, said('moved'), { audit: [draft] });
  await replica.processes.write(acme, process._id, {}, { state: {}, entry, histN });
  const left = await replica.read(process._id);
  for (const each of [new Replica(database), new Replica(database), replica])
    await each.projector.project(acme, left);
  const record = new AuditRepository(database);
  const rows = await record.list(acme, { limit: 10, action: 'mode-changed' });
  expect(rows).toMatchObject([{ ...draft, at: entry.at }]);
  expect((await record.verify(acme)).fault).toBeUndefined();
});

it('publishes a row only when everything of its entry is stored', async () => {
  const realtime = new MemoryRealtime();
  const publisher = new Replica(database, new RecordingQueue(), realtime);
  const heard = new Promise<readonly string[]>((resolve, reject) => {
    void realtime.subscribe(sessionChannel(process.sessionId), () => {
      contentsOf().then(resolve, reject);
    });
  });
  await writeOnly(['loud']);
  await publisher.projector.project(acme, await replica.read(process._id));
  expect(await heard).toEqual(['loud']);
});

it('empties the outbox once everything is told, and the process is not due any more', async () => {
  await writeOnly(['x']);
  await replica.projector.project(acme, await replica.read(process._id));
  await replica.drainer.flush();
  await replica.chat();
  const drained = await replica.read(process._id);
  expect(drained.outbox).toEqual([]);
  expect(drained.dueAt).toBeUndefined();
});

it('loads a history whose last rows a crash has left in the outbox', async () => {
  await writeOnly(['one', 'two']);
  const current = await replica.read(process._id);
  const worker = new Replica(database);
  const rows = await worker.history.load(acme, current, current.hist.n, () =>
    worker.projector.project(acme, current),
  );
  expect(rows.map((row) => row.content)).toEqual(['one', 'two']);
});

it('keeps what a reader of the history was given while the history grows', async () => {
  const outcome = async (content: string): Promise<ProcessDocument> => {
    const written = await replica.writer.write(acme, process._id, (current) => {
      const { entry, histN } = buildEntry(current, said(content));
      return { kind: 'write', expect: {}, patch: { state: {}, entry, histN }, result: null };
    });
    if (written.kind !== 'changed') throw new Error(written.kind);
    await written.projected;
    return written.process;
  };
  const first = await outcome('one');
  const none = (): Promise<never> => Promise.reject(new Error('nothing is missing'));
  const before = await replica.history.load(acme, first, 1, none);
  const second = await outcome('two');
  expect(before.map((row) => row.content)).toEqual(['one']);
  expect(await replica.history.load(acme, second, 2, none)).toHaveLength(2);
  expect(await replica.history.load(acme, second, 1, none)).toHaveLength(1);
});
