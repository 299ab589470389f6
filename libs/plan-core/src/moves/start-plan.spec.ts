import type { PlanModeState } from '../state';
import {
  completed,
  executing,
  exploring,
  held,
  planning,
  record,
  refused,
  state,
  todo,
} from '../testing/builders';
import { startPlan } from './start-plan';

const start = (process: PlanModeState, goal?: string) =>
  startPlan(process, { goal, planMode: 'auto' });
const kinds = (events: readonly { type: string }[]) => events.map((event) => event.type);

it('from NORMAL: a draft, its tag, its events, no waiting', () => {
  const { kind, move } = held(start(state(), 'Rebuild'));
  expect(kind).toBe('changed');
  expect(move.state).toEqual(
    state({
      status: 'IDLE',
      mode: 'EXPLORING',
      plan: {
        version: 0,
        phase: 'drafting',
        goal: 'Rebuild',
        hash: '',
        proposed: false,
        proposedNo: 0,
        tagged: true,
      },
    }),
  );
  expect(move.events).toEqual([
    { type: 'plan-updated', plan: { version: 0, phase: 'drafting', goal: 'Rebuild', hash: '' } },
    { type: 'process-mode-changed', oldMode: 'NORMAL', newMode: 'EXPLORING' },
  ]);
  expect(move.messages).toEqual([
    { role: 'SYSTEM', content: '', tags: ['MODE:plan'], meta: { kind: 'marker' } },
  ]);
  expect(move.plans).toEqual([]);
});

it.each([undefined, 'Goal', 'Another goal'])('while EXPLORING nothing is new (goal %p)', (goal) => {
  const before = exploring();
  const { kind, move, feedback } = held(start({ ...before, status: 'RUNNING' }, goal));
  expect(kind).toBe('unchanged');
  expect(move).toEqual({ state: before, events: [], messages: [], plans: [] });
  expect(move.state.plan).toBe(before.plan);
  expect(feedback).toContain('exploring already');
});

it('a draft without a goal takes one', () => {
  const draft = held(start(state())).move.state;
  const { kind, move } = held(start(draft, 'Late goal'));
  expect([kind, move.state.plan?.goal]).toEqual(['changed', 'Late goal']);
  expect(kinds(move.events)).toEqual(['plan-updated']);
  expect(move.messages).toEqual([]);
});

it('after a reject: back to EXPLORING with the draft at hand, no second tag', () => {
  const plan = record({ phase: 'drafting' });
  const before = { ...planning(), plan };
  const { move } = held(start(before, 'Rethink'));
  expect(move.state).toMatchObject({ mode: 'EXPLORING', plan: { version: 1, phase: 'drafting' } });
  expect(move.state.todos).toBe(before.todos);
  expect(kinds(move.events)).toEqual(['plan-updated', 'process-mode-changed']);
  expect([move.messages, move.plans]).toEqual([[], []]);
});

it.each([
  ['ready', planning(), 'superseded'],
  ['executing', executing(), 'superseded'],
  ['completed', completed(), 'completed'],
  ['blocked', { ...executing(), plan: record({ phase: 'blocked' as const }) }, 'superseded'],
])('a plan that is %s is set aside for a new one that counts on', (_phase, before, reason) => {
  const { move } = held(start(before, 'Larger'));
  expect(move.plans).toEqual([{ kind: 'archived', version: 1, reason }]);
  expect(move.state).toMatchObject({
    mode: 'EXPLORING',
    status: 'IDLE',
    waitingFor: undefined,
    todos: [],
  });
  expect(move.state.plan).toEqual({
    version: 1,
    phase: 'drafting',
    goal: 'Larger',
    hash: '',
    proposed: false,
    proposedNo: 0,
    tagged: true,
  });
  expect(kinds(move.events)).toEqual(['todos-updated', 'plan-updated', 'process-mode-changed']);
  expect(move.events[0]).toMatchObject({ todos: [] });
  expect(move.messages[0]?.tags).toEqual(['MODE:plan']);
});

it('an empty list is not announced as empty again', () => {
  const { move } = held(start({ ...completed(), todos: [] }));
  expect(kinds(move.events)).not.toContain('todos-updated');
});

it('in the draft that the switch of the user opened: the plan is now the own one of the model', () => {
  const plan = record({ version: 0, phase: 'drafting', proposed: false, tagged: false });
  const before = state({ mode: 'EXPLORING', agentMode: 'plan', switchedFrom: 'NORMAL', plan });
  const { kind, move } = held(start(before));
  expect([kind, move.state.switchedFrom, move.state.agentMode]).toEqual([
    'changed',
    undefined,
    'plan',
  ]);
  expect(move.messages[0]?.tags).toEqual(['MODE:plan']);
});

it.each([state(), exploring(), planning(), executing()])(
  'where plans are switched off it is refused: %#',
  (process) => {
    const { code, feedback } = refused(startPlan(process, { planMode: 'disabled' }));
    expect(code).toBe('PLAN_MODE_DISABLED');
    expect(feedback).toMatch(/plan/);
    expect(feedback).toContain('Do the work directly');
  },
);

it('takes nothing else of the process into its state', () => {
  const process = Object.assign(state({ todos: [todo('a')] }), { inbox: ['x'], _id: 'p' });
  expect(Object.keys(held(start(process)).move.state).sort()).toEqual(Object.keys(state()).sort());
});
