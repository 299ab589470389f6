import { planPhaseSchema, type Verdict } from '@vance/protocol';
import type { PlanModeState } from '../state';
import {
  chat,
  completed,
  decision,
  executing,
  exploring,
  planning,
  proposal,
  record,
  refused,
  state,
  words,
} from '../testing/builders';
import { decidePlan, type DecidePlanInput } from './decide-plan';
import { proposePlan } from './propose-plan';
import { startExecution } from './start-execution';
import { startPlan } from './start-plan';

const decide = (
  process: PlanModeState,
  verdict: Verdict = 'approve',
  more: Partial<DecidePlanInput> = {},
) =>
  decidePlan(process, {
    planVersion: 1,
    verdict,
    decisionId: 'd-1',
    source: 'button',
    decidedBy: 'user-1',
    messageId: 'm-9',
    now: new Date('2026-01-01T00:00:00.000Z'),
    ...more,
  });
const held = (result: ReturnType<typeof decide>) => {
  if (!result.ok) throw new Error(result.error.feedback);
  return result.value;
};

it('approve starts the version: EXECUTING, build, one record', () => {
  const before: PlanModeState = { ...planning(), agentMode: 'plan' };
  const { kind, move, decision: made } = held(decide(before, 'approve', { comment: 'fine' }));
  expect(kind).toBe('changed');
  expect(made).toEqual({
    planVersion: 1,
    planHash: before.plan?.hash,
    verdict: 'approve',
    source: 'button',
    decidedBy: 'user-1',
    messageId: 'm-9',
    decisionId: 'd-1',
    at: '2026-01-01T00:00:00.000Z',
    comment: 'fine',
  });
  expect(move.state).toMatchObject({
    mode: 'EXECUTING',
    agentMode: 'build',
    status: 'BLOCKED',
    plan: { phase: 'executing', decision: made },
  });
  expect(move.events.map((event) => event.type)).toEqual([
    'agent-mode-changed',
    'plan-updated',
    'process-mode-changed',
  ]);
  expect(move.messages).toEqual([
    { role: 'SYSTEM', content: '', tags: ['MODE:execute'], meta: { kind: 'marker' } },
  ]);
  expect(move.plans).toEqual([{ kind: 'decided', version: 1, decision: made }]);
});

it.each(['edit', 'reject'] as const)(
  '%s closes the version: drafting, still PLANNING',
  (verdict) => {
    const { move, decision: made } = held(decide(planning(), verdict));
    expect(move.state).toMatchObject({
      mode: 'PLANNING',
      agentMode: 'build',
      plan: { version: 1, phase: 'drafting', decision: made },
    });
    expect(move.events).toEqual([
      {
        type: 'plan-updated',
        plan: expect.objectContaining({ phase: 'drafting', decision: made }),
      },
    ]);
    expect(move.messages).toEqual([]);
    expect(made).not.toHaveProperty('comment');
  },
);

describe.each(['approve', 'edit', 'reject'] as const)('after %s', (first) => {
  const after = held(decide(planning(), first)).move.state;

  it('the same decisionId gets the same record', () => {
    const repeat = held(
      decide(after, 'reject', { source: 'rest', decidedBy: 'other', comment: 'x' }),
    );
    expect(repeat.kind).toBe('unchanged');
    expect(repeat.decision).toBe(after.plan?.decision);
    expect(repeat.move).toEqual({ state: after, events: [], messages: [], plans: [] });
  });

  it.each(['approve', 'edit', 'reject'] as const)('another %s gets the winner', (second) => {
    const { code, data } = refused(decide(after, second, { decisionId: 'd-2' }));
    expect(code).toBe('PLAN_ALREADY_DECIDED');
    expect(data?.decision).toBe(after.plan?.decision);
  });

  it('the chat cannot start it', () => {
    const result = startExecution({ ...after, mode: 'PLANNING' }, chat([words(99)]));
    expect(refused(result).code).toBe('APPROVAL_REQUIRED');
  });
});

it('a chat approval is a verdict like any other', () => {
  expect(refused(decide(executing(), 'reject')).code).toBe('PLAN_ALREADY_DECIDED');
  expect(held(decide(executing(), 'reject', { decisionId: 'd-chat' })).kind).toBe('unchanged');
});

it('an older version is stale, whoever decided it', () => {
  const decided = held(decide(planning(), 'reject')).move.state;
  const second = proposePlan(decided, proposal());
  if (!second.ok) throw new Error('refused');
  const { state: after } = second.value.move;
  for (const decisionId of ['d-1', 'd-2']) {
    const { code, data } = refused(decide(after, 'approve', { decisionId }));
    expect([code, data?.currentVersion]).toEqual(['PLAN_VERSION_STALE', 2]);
  }
  expect(held(decide(after, 'approve', { planVersion: 2 })).kind).toBe('changed');
});

it.each([
  ['superseded by START_PLAN', startPlan(planning(), { planMode: 'auto' })],
  ['superseded while executing', startPlan(executing(), { planMode: 'auto' })],
])('a version that was %s is stale', (_name, result) => {
  if (!result.ok) throw new Error('refused');
  expect(refused(decide(result.value.move.state)).code).toBe('PLAN_VERSION_STALE');
});

it('an abandoned version is stale', () => {
  const plan = record({ phase: 'none', proposed: false, hash: '' });
  expect(refused(decide(state({ plan }))).code).toBe('PLAN_VERSION_STALE');
});

it.each([
  ['no plan', state(), 1],
  ['a draft', exploring(), 1],
  ['a version to come', planning(), 2],
])('with %s there is nothing ready', (_name, process, planVersion) => {
  expect(refused(decide(process, 'approve', { planVersion })).code).toBe('PLAN_NOT_READY');
});

it.each(planPhaseSchema.options)('in phase %s nothing starts unless it is ready', (phase) => {
  const plan = record({ phase });
  const result = decide({ ...planning(), plan });
  expect(result.ok).toBe(phase === 'ready');
});

it('a plan that is done keeps its verdict', () => {
  const { data } = refused(
    decide(
      { ...completed(), plan: record({ phase: 'completed', decision: decision() }) },
      'reject',
      { decisionId: 'x' },
    ),
  );
  expect(data?.decision?.decisionId).toBe('d-1');
});
