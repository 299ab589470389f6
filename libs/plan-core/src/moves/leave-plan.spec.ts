import type { PlanModeState } from '../state';
import {
  completed,
  executing,
  exploring,
  held,
  planning,
  record,
  state,
} from '../testing/builders';
import { isLegal } from '../legal';
import { toPlanView } from '../plan-view';
import { abandonPlan, applyKillSwitch, resetAfterCompletion } from './leave-plan';
import { startPlan } from './start-plan';
import { switchAgentMode } from './switch-agent-mode';

const kinds = (events: readonly { type: string }[]) => events.map((event) => event.type);
const switchedTo = (process: PlanModeState) =>
  held(switchAgentMode(process, { agentMode: 'plan', planModeAvailable: true })).move.state;

describe('abandonPlan', () => {
  it('from PLANNING: archived as abandoned, NORMAL, the list emptied, the version counts on', () => {
    const { kind, move } = held(abandonPlan(planning()));
    expect(kind).toBe('changed');
    expect(move.state).toMatchObject({
      mode: 'NORMAL',
      todos: [],
      plan: { version: 1, phase: 'none', proposed: false },
    });
    expect(move.events).toEqual([
      { type: 'todos-updated', todos: [], planVersion: 1 },
      { type: 'plan-updated', plan: null },
      { type: 'process-mode-changed', oldMode: 'PLANNING', newMode: 'NORMAL' },
    ]);
    expect(move.plans).toEqual([{ kind: 'archived', version: 1, reason: 'abandoned' }]);
  });

  it('from a first draft: nothing is left', () => {
    const { move } = held(abandonPlan(exploring()));
    expect(move.state).toMatchObject({ mode: 'NORMAL', plan: null, todos: [] });
    expect(kinds(move.events)).toEqual(['plan-updated', 'process-mode-changed']);
    expect(move.plans).toEqual([]);
  });

  it('a plan under way beside the switch of the user is dropped too; the switch stays', () => {
    const { move } = held(abandonPlan(switchedTo(executing())));
    expect(move.state).toMatchObject({
      mode: 'NORMAL',
      agentMode: 'plan',
      switchedFrom: undefined,
    });
    expect(move.plans).toEqual([{ kind: 'archived', version: 1, reason: 'abandoned' }]);
  });

  it('a completed plan stays on record as completed', () => {
    expect(held(abandonPlan(switchedTo(completed()))).move.plans).toEqual([
      { kind: 'archived', version: 1, reason: 'completed' },
    ]);
  });

  it.each([state(), executing(), completed()])(
    'outside EXPLORING and PLANNING nothing happens: %#',
    (process) => {
      const { kind, move } = held(abandonPlan(process));
      expect([kind, move.state, move.events]).toEqual(['unchanged', process, []]);
    },
  );
});

describe('resetAfterCompletion', () => {
  it('goes back to NORMAL with its event; list and plan stay to be seen', () => {
    const before = completed();
    const { kind, move } = held(resetAfterCompletion(before));
    expect(kind).toBe('changed');
    expect(move.state).toEqual({ ...before, mode: 'NORMAL' });
    expect(move.events).toEqual([
      { type: 'process-mode-changed', oldMode: 'EXECUTING', newMode: 'NORMAL' },
    ]);
  });

  it.each([
    state(),
    exploring(),
    planning(),
    executing(),
    switchedTo(completed()),
    state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }) }),
    { ...completed(), mode: 'NORMAL' as const },
  ])('else nothing happens: %#', (process) => {
    expect(held(resetAfterCompletion(process)).kind).toBe('unchanged');
  });
});

describe('applyKillSwitch', () => {
  const begun = (from: PlanModeState = state(), goal = 'Tidy up') =>
    held(startPlan(from, { goal, planMode: 'auto' })).move.state;

  it.each([
    ['the first', state()],
    ['one after a plan that was completed', { ...completed(), mode: 'NORMAL' as const }],
    ['one beside the switch of the user', switchedTo(state())],
  ])(
    'EXPLORING ends; a draft that has no version stays to be seen, goal and all: %s',
    (_, from) => {
      const before = begun(from);
      const { kind, move } = held(applyKillSwitch(before));
      expect(kind).toBe('changed');
      expect(move.state).toMatchObject({ mode: 'NORMAL', agentMode: 'build', todos: [] });
      expect(move.state.plan).toEqual(before.plan);
      expect(toPlanView(move.state.plan, [])).toMatchObject({ phase: 'drafting', goal: 'Tidy up' });
      expect(isLegal(move.state)).toBe(true);
      expect(kinds(move.events)).toContain('process-mode-changed');
      expect(kinds(move.events)).not.toContain('plan-updated');
      expect(held(applyKillSwitch(move.state)).kind).toBe('unchanged');
    },
  );

  it('a draft without a goal holds nothing and is left behind', () => {
    const aimless = held(startPlan(state(), { planMode: 'auto' })).move.state;
    const { move } = held(applyKillSwitch(aimless));
    expect(move.state).toMatchObject({ mode: 'NORMAL', plan: null });
    expect(kinds(move.events)).toEqual(['plan-updated', 'process-mode-changed']);
  });

  it('switched on again, START_PLAN goes on with that draft, under the tag it has', () => {
    const left = held(applyKillSwitch(begun())).move.state;
    const { move } = held(startPlan(left, { planMode: 'auto' }));
    expect(move.state).toMatchObject({ mode: 'EXPLORING', plan: { goal: 'Tidy up' } });
    expect(move.messages).toEqual([]);
  });

  it('… and for what is wanted now, where a goal is named', () => {
    const left = held(applyKillSwitch(begun())).move.state;
    const { move } = held(startPlan(left, { goal: 'Build anew', planMode: 'auto' }));
    expect(move.state.plan).toMatchObject({ phase: 'drafting', goal: 'Build anew' });
  });

  it('a draft over a rejected version leaves that version abandoned and its list empty', () => {
    const before: PlanModeState = {
      ...planning(),
      mode: 'EXPLORING',
      plan: record({ phase: 'drafting' }),
    };
    const { move } = held(applyKillSwitch(before));
    expect(move.plans).toEqual([{ kind: 'archived', version: 1, reason: 'abandoned' }]);
    expect(move.events[0]).toEqual({ type: 'todos-updated', todos: [], planVersion: 1 });
    expect(move.state.plan).toMatchObject({ version: 1, phase: 'none' });
  });

  it.each([state(), planning(), executing(), completed()])(
    'what the user has seen may finish: %#',
    (process) => {
      const { kind, move } = held(applyKillSwitch(process));
      expect([kind, move.state]).toEqual(['unchanged', process]);
    },
  );

  it.each([
    ['NORMAL', switchedTo(state()), 'NORMAL', 'none'],
    ['EXECUTING', switchedTo(executing()), 'EXECUTING', 'executing'],
    ['EXECUTING, completed', switchedTo(completed()), 'EXECUTING', 'completed'],
    ['PLANNING', switchedTo(planning()), 'PLANNING', 'ready'],
    ['NORMAL, completed', switchedTo({ ...completed(), mode: 'NORMAL' }), 'NORMAL', 'completed'],
    ['EXPLORING of its own', switchedTo(begun()), 'NORMAL', 'drafting'],
  ])('the switch of the user returns to build: it came from %s', (_name, process, mode, phase) => {
    const { move } = held(applyKillSwitch(process));
    expect(move.state).toMatchObject({ agentMode: 'build', mode, switchedFrom: undefined });
    expect(move.state.plan?.phase ?? 'none').toBe(phase);
    expect(kinds(move.events)).toContain('agent-mode-changed');
  });
});
