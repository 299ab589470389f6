import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { testEntry, testMessage, testProcess } from '../testing/test-process';
import type { OpenTurn, ProcessDocument, TurnStep } from './process-document';
import { ProcessRepository } from './process.repository';
import type { ProcessPatch } from './process-write';

const acme = tenantScope('acme');
const worker = 'wrk_1';
let database: Database;
let processes: ProcessRepository;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('held') });
  processes = new ProcessRepository(database);
  await database.ensureIndexes();
});

afterAll(async () => {
  await database.connection.dropDatabase();
  await database.close();
});

/** A process whose lane this worker holds, in a turn over two messages. */
async function held(): Promise<ProcessDocument> {
  const process = testProcess({ inbox: [testMessage(1), testMessage(2)], accepted: 2 });
  await processes.create(acme, process);
  const taken = await processes.take(acme, process._id, worker);
  if (taken?.turn === undefined) throw new Error('not taken');
  return taken;
}

function stepOf(name: string): TurnStep {
  const call = { callId: `cal_${name}`, tool: name, effect: 'read', state: 'INTENDED' } as const;
  const toolCalls = [{ id: `c_${name}`, name, arguments: '{}' }];
  return { answer: { text: '', toolCalls }, calls: [call] };
}

const done = [{ ...stepOf('look').calls[0]!, state: 'DONE', result: '$dueAt' }] as const;

/** Every part of a patch a lane holder writes, alone and beside others. */
const patches: readonly (readonly [string, (process: ProcessDocument) => ProcessPatch])[] = [
  ['a move', () => ({ state: { mode: 'EXPLORING', waitingFor: 'user', plan: null } })],
  ['a field that goes', () => ({ state: { waitingFor: undefined, switchedFrom: undefined } })],
  ['a step', () => ({ pushStep: stepOf('look') })],
  ['results of a step', () => ({ stepCalls: { step: 0, calls: done } })],
  ['results with a note', () => ({ stepCalls: { step: 0, calls: done, note: 'go on' } })],
  [
    'results and the next step',
    () => ({ stepCalls: { step: 0, calls: done }, pushStep: stepOf('find'), stepsBefore: 1 }),
  ],
  ['a turn that goes on', ({ turn }) => ({ turn: { ...turn, iteration: 3 } as OpenTurn })],
  ['an entry with numbers', () => ({ entry: testEntry(), histN: 7 })],
  [
    'the next turn of a run',
    ({ turn, run }) => ({
      consume: turn!.taken,
      turn: { ...turn!, id: 'trn_next', taken: [] },
      run: { ...run!, continuations: 1, steps: [...run!.steps, stepOf('again')] },
    }),
  ],
  [
    'the end of a run',
    ({ turn }) => ({
      state: { status: 'IDLE', waitingFor: undefined },
      consume: turn!.taken,
      turn: null,
      run: null,
      halt: null,
      freeLane: true,
      entry: testEntry(),
    }),
  ],
];

it.each(patches)(
  'a lane holder knows the document after %s as the database has it',
  async (_what, patchOf) => {
    const known = await begun();
    const lane = { workerId: worker, epoch: known.lane.epoch };
    const written = await processes.writeHeld(acme, known, { lane }, patchOf(known));
    const stored = await processes.find(acme, known._id);
    const { recent: _recent, dueAt: _due, writes: _writes, ...there } = stored!;
    const { recent: _none, dueAt: _dueKnown, writes: _writesKnown, ...here } = written!;
    expect(here).toEqual(there);
  },
);

it('shows who frees the lane what others have added meanwhile', async () => {
  const known = await begun();
  const message = testMessage(3);
  const recent = { clientMessageId: 'c3', id: message.id, entryId: 'out_3' };
  await processes.write(acme, known._id, { accepted: 2 }, { accept: { message, recent } });
  const lane = { workerId: worker, epoch: known.lane.epoch };
  const patch = { freeLane: true, turn: null, consume: known.turn!.taken } as const;
  const written = await processes.writeHeld(acme, known, { lane }, patch);
  expect(written).toMatchObject({ accepted: 3, lane: { workerId: null } });
  expect(written!.inbox.map((waiting) => waiting.id)).toEqual([message.id]);
});

it('applies each of many writes at once, or none of it, and tells which', async () => {
  const all = await Promise.all(Array.from({ length: 12 }, begun));
  const outcomes = await Promise.all(
    all.flatMap((known, index) => {
      const lane = { workerId: worker, epoch: known.lane.epoch };
      const stale = { workerId: worker, epoch: known.lane.epoch + 1 };
      const patch = (name: string): ProcessPatch => ({
        entry: { ...testEntry(), id: `out_${index}_${name}` },
      });
      return [
        processes.writeHeld(acme, known, { lane }, patch('good')),
        processes.writeHeld(acme, known, { lane: stale }, patch('stale')),
      ];
    }),
  );
  expect(outcomes.map((outcome) => outcome !== null)).toEqual(all.flatMap(() => [true, false]));
  const stored = await Promise.all(all.map((known) => processes.find(acme, known._id)));
  expect(stored.map((process) => process!.outbox.map((entry) => entry.id).at(-1))).toEqual(
    all.map((_, index) => `out_${index}_good`),
  );
});

async function begun(): Promise<ProcessDocument> {
  const process = await held();
  const lane = { workerId: worker, epoch: process.lane.epoch };
  const first = await processes.writeHeld(acme, process, { lane }, { pushStep: stepOf('look') });
  if (first === null) throw new Error('the first step was not written');
  return first;
}
