import { randomUUID } from 'node:crypto';
import { DomainError, tenantScope } from '@vance/kernel';
import type { Verdict } from '@vance/protocol';
import type { ProcessDocument } from '@vance/data';
import { proposePlan } from '@vance/plan-core';
import { testDatabaseUri } from '@vance/testing';
import { draft, planningState, proposed, Replica } from './testing/replica';
import { writeMove } from './core/write-move';

const scope = tenantScope('acme');
const by = { userId: 'usr_1', source: 'button' as const };
let replicas: Replica[];
let first: Replica;

beforeAll(async () => {
  const uri = testDatabaseUri('decisions');
  replicas = await Promise.all([Replica.connect(uri), Replica.connect(uri)]);
  first = replicas[0]!;
});

afterAll(async () => {
  await first.database.connection.dropDatabase();
  await Promise.all(replicas.map((replica) => replica.close()));
});

const body = (
  verdict: Verdict,
  more: { planVersion?: number; comment?: string; decisionId?: string } = {},
) => ({
  planVersion: 1,
  verdict,
  decisionId: randomUUID(),
  ...more,
});

async function faultOf(promise: Promise<unknown>): Promise<DomainError> {
  const fault: unknown = await promise.then(
    () => undefined,
    (error: unknown) => error,
  );
  if (!(fault instanceof DomainError)) throw new Error('no DomainError');
  return fault;
}

it('approve: one record, EXECUTING, the message that wakes, the version row, all from one write', async () => {
  const process = await first.store(scope, planningState());
  const decision = await first.decisions.decide(
    scope,
    process._id,
    body('approve', { comment: 'fine' }),
    by,
  );
  const after = await first.processes.find(scope, process._id);

  expect(decision).toMatchObject({
    planVersion: 1,
    verdict: 'approve',
    source: 'button',
    decidedBy: 'usr_1',
  });
  expect(after).toMatchObject({
    version: 1,
    accepted: 6,
    mode: 'EXECUTING',
    agentMode: 'build',
    plan: { phase: 'executing', decision },
    inbox: [
      {
        no: 6,
        id: decision.messageId,
        kind: 'decision',
        content: 'fine',
        userId: 'usr_1',
        meta: {
          planDecision: { planVersion: 1, verdict: 'approve', decisionId: decision.decisionId },
        },
      },
    ],
  });
  expect(after?.outbox).toHaveLength(1);
  expect(after?.outbox[0]?.events.map((event) => event.type)).toEqual([
    'chat-message-appended',
    'plan-updated',
    'process-mode-changed',
  ]);
  expect(after?.outbox[0]?.messages.map((message) => [message.n, message.tags])).toEqual([
    [1, ['MODE:execute']],
  ]);
  expect(first.queue.jobs.at(-1)).toMatchObject({ processId: process._id, epoch: 0 });
});

it('approve pins the versions that count at this moment, in the same write; no other verdict does', async () => {
  first.held = {
    recipe: { layer: 'project', version: 7 },
    prompts: [{ path: 'prompts/arthur-prompt.md', layer: 'tenant', version: 3 }],
  };
  const approved = await first.store(scope, planningState());
  await first.decisions.decide(scope, approved._id, body('approve'), by);
  expect(await first.processes.find(scope, approved._id)).toMatchObject({
    version: 1,
    pinned: { planVersion: 1, ...first.held },
  });
  const sentBack = await first.store(scope, planningState());
  await first.decisions.decide(scope, sentBack._id, body('edit'), by);
  expect(await first.processes.find(scope, sentBack._id)).not.toHaveProperty('pinned');

  // Nothing to be held to is no reason to refuse.
  first.held = undefined;
  const free = await first.store(scope, planningState());
  await first.decisions.decide(scope, free._id, body('approve'), by);
  expect(await first.processes.find(scope, free._id)).not.toHaveProperty('pinned');
});

it.each(['edit', 'reject'] as const)(
  '%s: PLANNING, and a plain sentence where no comment was given',
  async (verdict) => {
    const process = await first.store(scope, planningState());
    await first.decisions.decide(scope, process._id, body(verdict, { comment: '  ' }), by);
    const after = await first.processes.find(scope, process._id);
    expect(after).toMatchObject({ mode: 'PLANNING', plan: { phase: 'drafting' } });
    expect(after?.inbox[0]?.content).toMatch(/plan version 1\.$/);
  },
);

/** Proposes the next version, as a turn would, and waits for its rows. */
async function propose(processId: string, ...ids: string[]): Promise<void> {
  const todos = ids.map((id) => ({ id, content: `Do ${id}` }));
  const proposal = { plan: '# Plan', summary: 'A plan', todos };
  const outcome = await first.writer.write(scope, processId, (current) => {
    const result = proposePlan(current, { ...proposal, accepted: current.accepted });
    if (!result.ok) throw new Error(result.error.feedback);
    return writeMove(current, result.value.move, null);
  });
  if (outcome.kind === 'changed') await outcome.projected;
}

it('a repeat with the same decisionId gets the same record, also by the other door and after later versions', async () => {
  const process = await first.store(scope, draft());
  await propose(process._id, 'a', 'b', 'c');
  const verdict = body('reject');
  const record = await first.decisions.decide(scope, process._id, verdict, by);
  const twin = await first.decisions.decide(
    scope,
    process._id,
    { ...verdict, verdict: 'approve' },
    { ...by, source: 'rest' },
  );
  expect(twin).toEqual(record);

  await propose(process._id, 'd', 'e', 'f');
  expect(await first.decisions.decide(scope, process._id, verdict, by)).toEqual(record);
  // Long after, when the outbox is drained, the record stands with its version.
  await first.database.connection
    .collection<ProcessDocument>('processes')
    .updateOne({ _id: process._id }, { $set: { outbox: [] } });
  expect(await first.decisions.decide(scope, process._id, verdict, by)).toEqual(record);
  expect(await first.processes.find(scope, process._id)).toMatchObject({
    accepted: 6,
    plan: { version: 2, phase: 'ready' },
  });
  expect(await first.plans.find(scope, process._id, 1)).toMatchObject({
    archived: 'superseded',
    decisions: [record],
  });
});

it('another verdict gets the winner', async () => {
  const process = await first.store(scope, planningState());
  const winner = await first.decisions.decide(scope, process._id, body('approve'), by);
  const fault = await faultOf(first.decisions.decide(scope, process._id, body('reject'), by));
  expect(fault).toMatchObject({
    code: 'PLAN_ALREADY_DECIDED',
    status: 409,
    data: { decision: winner },
  });
  const audited = await first.audit.list(scope, { limit: 50 });
  expect(
    audited
      .filter((row) => row.target === process._id)
      .filter(({ action }) => action === 'plan-decided')
      .map((row) => [row.outcome, row.data['verdict']])
      .sort(),
  ).toEqual([
    ['done', 'approve'],
    ['refused', 'reject'],
  ]);
});

it.each([
  ['an older version', proposed(planningState()), 1, 'PLAN_VERSION_STALE', 2],
  ['a version to come', planningState(), 2, 'PLAN_NOT_READY', 1],
])('%s starts nothing', async (_name, state, planVersion, code, currentVersion) => {
  const process = await first.store(scope, state);
  const fault = await faultOf(
    first.decisions.decide(scope, process._id, body('approve', { planVersion }), by),
  );
  expect(fault).toMatchObject({ code, status: 409, data: { currentVersion } });
  expect(await first.processes.find(scope, process._id)).toMatchObject({
    version: 0,
    mode: 'PLANNING',
    inbox: [],
  });
});

it('a draft is not ready', async () => {
  const process = await first.store(scope, draft());
  const fault = await faultOf(first.decisions.decide(scope, process._id, body('approve'), by));
  expect(fault.code).toBe('PLAN_NOT_READY');
});

it('the process of another tenant is not there', async () => {
  const process = await first.store(scope, planningState());
  const fault = await faultOf(
    first.decisions.decide(tenantScope('globex'), process._id, body('approve'), by),
  );
  expect(fault.code).toBe('NOT_FOUND');
});

it('a closed process takes no verdict', async () => {
  const process = await first.store(scope, { ...planningState(), status: 'CLOSED' });
  const fault = await faultOf(first.decisions.decide(scope, process._id, body('approve'), by));
  expect(fault.code).toBe('PROCESS_CLOSED');
});

/** Two verdicts on one version at the same time, each through a connection of its own. */
async function race(verdicts: readonly [Verdict, Verdict]) {
  const process = await first.store(scope, planningState());
  const bodies = verdicts.map((verdict) => body(verdict));
  const results = await Promise.allSettled(
    replicas.map((replica, index) =>
      replica.decisions.decide(scope, process._id, bodies[index]!, by),
    ),
  );
  const won = results.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
  const lost = results.flatMap((result) =>
    result.status === 'rejected' ? [result.reason as unknown] : [],
  );
  const after = await first.processes.find(scope, process._id);
  expect(won).toHaveLength(1);
  expect(lost).toEqual([
    expect.objectContaining({
      code: 'PLAN_ALREADY_DECIDED',
      data: expect.objectContaining({ decision: won[0] }),
    }),
  ]);
  expect(after).toMatchObject({ version: 1, accepted: 6, plan: { decision: won[0] } });
  expect(after?.mode).toBe(won[0]?.verdict === 'approve' ? 'EXECUTING' : 'PLANNING');
  expect(after?.inbox).toHaveLength(1);
  return bodies.findIndex(({ decisionId }) => decisionId === won[0]?.decisionId);
}

/** Plays many races, some at a time; answers which sides have won. */
async function sidesThatWin(races: number, verdicts: readonly [Verdict, Verdict]) {
  const winners = new Set<number>();
  for (let done = 0; done < races; done += 25) {
    for (const side of await Promise.all(Array.from({ length: 25 }, () => race(verdicts))))
      winners.add(side);
  }
  return winners;
}

it('1,000 races of two approvals on one version: one winner each, and the loser is told who won', async () => {
  // Both sides really ran against each other.
  expect(await sidesThatWin(1_000, ['approve', 'approve'])).toEqual(new Set([0, 1]));
}, 120_000);

it('an approval and a rejection at the same time: one of them counts, whichever it is', async () => {
  expect(await sidesThatWin(200, ['approve', 'reject'])).toEqual(new Set([0, 1]));
}, 120_000);
