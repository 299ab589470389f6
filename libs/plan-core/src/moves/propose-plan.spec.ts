import type { PlanModeState } from '../state';
import {
  completed,
  decision,
  executing,
  exploring,
  held,
  planning,
  proposal,
  record,
  refused,
  state,
  todo,
} from '../testing/builders';
import { proposePlan } from './propose-plan';

const kinds = (events: readonly { type: string }[]) => events.map((event) => event.type);

it('from EXPLORING: version 1, all PENDING, BLOCKED for the user, its events in order', () => {
  const { move } = held(proposePlan(exploring(), proposal({ accepted: 7 })));
  const todos = [todo('a'), todo('b'), todo('c')];
  const hash = move.state.plan?.hash;
  expect(hash).toMatch(/^[0-9a-f]{64}$/);
  expect(move.state).toEqual(
    state({
      status: 'BLOCKED',
      waitingFor: 'user',
      mode: 'PLANNING',
      todos,
      plan: {
        version: 1,
        phase: 'ready',
        goal: 'Goal',
        summary: 'Three steps',
        hash: hash ?? '',
        proposed: true,
        proposedNo: 7,
        tagged: true,
      },
    }),
  );
  expect(move.events).toEqual([
    { type: 'todos-updated', todos, planVersion: 1 },
    {
      type: 'plan-updated',
      plan: {
        version: 1,
        phase: 'ready',
        goal: 'Goal',
        summary: 'Three steps',
        nextAction: 'Do a',
        hash,
      },
    },
    { type: 'plan-proposed', summary: 'Three steps', planVersion: 1 },
    { type: 'process-mode-changed', oldMode: 'EXPLORING', newMode: 'PLANNING' },
  ]);
  expect(move.messages).toEqual([
    { role: 'ASSISTANT', content: '# Plan', tags: [], meta: { planVersion: 1 } },
  ]);
  expect(move.plans).toEqual([
    {
      kind: 'proposed',
      version: 1,
      hash,
      goal: 'Goal',
      summary: 'Three steps',
      plan: '# Plan',
      todos,
    },
  ]);
});

it('an edit in PLANNING: version 2, no mode event, no second tag, version 1 set aside', () => {
  const before = planning();
  const { move } = held(proposePlan(before, proposal({ ids: ['a', 'd', 'c'], accepted: 9 })));
  expect(kinds(move.events)).toEqual(['todos-updated', 'plan-updated', 'plan-proposed']);
  expect(move.state.plan).toMatchObject({
    version: 2,
    phase: 'ready',
    goal: 'Goal',
    proposedNo: 9,
  });
  expect(move.state.plan?.hash).not.toBe(before.plan?.hash);
  expect(move.state.todos.map((item) => item.id)).toEqual(['a', 'd', 'c']);
  expect(move.messages[0]?.tags).toEqual([]);
  expect(move.plans.map((row) => [row.kind, row.version])).toEqual([
    ['archived', 1],
    ['proposed', 2],
  ]);
  expect(move.plans[0]).toMatchObject({ reason: 'superseded' });
});

it('the same words again are a new version all the same', () => {
  const first = planning();
  const second = held(proposePlan(first, proposal({ goal: 'Goal' }))).move.state;
  expect([second.plan?.version, second.plan?.hash === first.plan?.hash]).toEqual([2, true]);
});

it('after a reject: the verdict stays with its version', () => {
  const before = {
    ...planning(),
    plan: record({ phase: 'drafting', decision: decision({ verdict: 'reject' }) }),
  };
  const { move } = held(proposePlan(before, proposal()));
  expect(move.state.plan).not.toHaveProperty('decision');
  expect(move.state.plan).toMatchObject({ version: 2, phase: 'ready' });
});

it.each([
  ['executing', executing(), 'superseded'],
  ['completed', completed(), 'completed'],
])(
  'after the switch of the user during %s: a global re-plan, the old plan set aside',
  (_phase, running, reason) => {
    const before: PlanModeState = {
      ...running,
      mode: 'EXPLORING',
      agentMode: 'plan',
      switchedFrom: 'EXECUTING',
    };
    const { move } = held(proposePlan(before, proposal()));
    expect(move.state).toMatchObject({
      mode: 'PLANNING',
      agentMode: 'plan',
      switchedFrom: undefined,
    });
    expect(move.state.plan).toMatchObject({ version: 2, phase: 'ready' });
    expect(move.state.todos.every((item) => item.status === 'PENDING')).toBe(true);
    expect(move.plans[0]).toEqual({ kind: 'archived', version: 1, reason });
    expect(move.messages[0]?.tags).toEqual(['MODE:plan']);
  },
);

it('a draft of the switch gets its tag on the plan message', () => {
  const plan = record({
    version: 0,
    phase: 'drafting',
    proposed: false,
    tagged: false,
    summary: undefined,
    hash: '',
  });
  const before = state({ mode: 'EXPLORING', agentMode: 'plan', switchedFrom: 'NORMAL', plan });
  const { move } = held(proposePlan(before, proposal()));
  expect(move.messages).toHaveLength(1);
  expect(move.messages[0]).toMatchObject({
    role: 'ASSISTANT',
    tags: ['MODE:plan'],
    meta: { planVersion: 1 },
  });
  expect(move.plans.map((row) => row.kind)).toEqual(['proposed']);
});

it.each([state(), executing(), completed()])(
  'is refused outside EXPLORING and PLANNING: %#',
  (process) => {
    expect(refused(proposePlan(process, proposal())).code).toBe('ACTION_NOT_ALLOWED_IN_MODE');
  },
);

it('a proposal that breaks a rule is no version', () => {
  expect(refused(proposePlan(exploring(), proposal({ ids: ['a', 'b'] }))).code).toBe(
    'INVALID_PLAN',
  );
});
