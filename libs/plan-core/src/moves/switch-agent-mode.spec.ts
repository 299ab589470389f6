import { planPhaseSchema, processModeSchema } from '@vance/protocol';
import { isLegal } from '../legal';
import { isReadOnly } from '../read-only';
import type { PlanModeState } from '../state';
import {
  completed,
  executing,
  exploring,
  held,
  planning,
  proposal,
  record,
  refused,
  state,
} from '../testing/builders';
import { abandonPlan } from './leave-plan';
import { proposePlan } from './propose-plan';
import { startPlan } from './start-plan';
import { switchAgentMode } from './switch-agent-mode';

const flip = (process: PlanModeState, agentMode: 'plan' | 'build') =>
  held(switchAgentMode(process, { agentMode, planModeAvailable: true })).move;
const shape = ({ mode, plan, switchedFrom }: PlanModeState) => [
  mode,
  plan?.phase ?? 'none',
  switchedFrom,
];

const TO_PLAN: [string, PlanModeState, [string, string, string | undefined]][] = [
  ['NORMAL, none', state(), ['EXPLORING', 'drafting', 'NORMAL']],
  [
    'NORMAL, abandoned',
    state({ plan: record({ version: 3, phase: 'none' }) }),
    ['EXPLORING', 'drafting', 'NORMAL'],
  ],
  [
    'NORMAL, drafting',
    state({ plan: record({ phase: 'drafting' }) }),
    ['EXPLORING', 'drafting', 'NORMAL'],
  ],
  ['NORMAL, ready', state({ plan: record() }), ['PLANNING', 'ready', undefined]],
  ['NORMAL, completed', { ...completed(), mode: 'NORMAL' }, ['EXPLORING', 'completed', 'NORMAL']],
  ['EXPLORING', exploring(), ['EXPLORING', 'drafting', undefined]],
  ['PLANNING', planning(), ['PLANNING', 'ready', undefined]],
  [
    'PLANNING, drafting',
    { ...planning(), plan: record({ phase: 'drafting' }) },
    ['PLANNING', 'drafting', undefined],
  ],
  ['EXECUTING', executing(), ['EXPLORING', 'executing', 'EXECUTING']],
  [
    'EXECUTING, blocked',
    state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }) }),
    ['EXPLORING', 'blocked', 'EXECUTING'],
  ],
  ['EXECUTING, completed', completed(), ['EXPLORING', 'completed', 'EXECUTING']],
];

describe.each(TO_PLAN)('from %s', (_name, before, expected) => {
  it('the switch to plan locks at once and tells what changed', () => {
    const move = flip(before, 'plan');
    expect(shape(move.state)).toEqual(expected);
    expect(move.state.agentMode).toBe('plan');
    expect(isReadOnly(move.state)).toBe(true);
    expect(isLegal(move.state)).toBe(true);
    expect(move.state.status).toBe(before.status);
    const changes = ['agent-mode-changed'];
    if ((before.plan?.phase ?? 'none') === 'none') changes.push('plan-updated');
    if (before.mode !== expected[0]) changes.push('process-mode-changed');
    expect(move.events.map((event) => event.type)).toEqual(changes);
    expect([move.messages, move.plans]).toEqual([[], []]);
  });

  it('and back to build is back where it was', () => {
    const move = flip(flip(before, 'plan').state, 'build');
    const mode = expected[0] === 'PLANNING' ? 'PLANNING' : before.mode;
    expect(move.state).toMatchObject({ mode, agentMode: 'build', switchedFrom: undefined });
    expect(move.state.plan?.phase).toBe(expected[1]);
    expect(move.state.plan?.decision).toEqual(before.plan?.decision);
    expect(isLegal(move.state)).toBe(true);
  });

  it.each(['plan', 'build'] as const)('%s twice is unchanged', (agentMode) => {
    const there = { ...before, agentMode };
    const outcome = held(switchAgentMode(there, { agentMode, planModeAvailable: true }));
    expect([outcome.kind, outcome.move.events]).toEqual(['unchanged', []]);
    expect(outcome.move.state).toEqual(there);
  });
});

it('the versions count on over a plan that was abandoned', () => {
  const { state: after } = flip(state({ plan: record({ version: 3, phase: 'none' }) }), 'plan');
  expect(after.plan?.version).toBe(3);
});

describe('back to build', () => {
  const switched = flip(executing(), 'plan').state;

  it('a new plan of the model stays', () => {
    const drafted = held(startPlan(switched, { planMode: 'auto' })).move.state;
    expect(shape(flip(drafted, 'build').state)).toEqual(['EXPLORING', 'drafting', undefined]);
  });

  it('a new proposal waits on; the switch never approves', () => {
    const proposed = held(proposePlan(switched, proposal())).move.state;
    const { state: after } = flip(proposed, 'build');
    expect(shape(after)).toEqual(['PLANNING', 'ready', undefined]);
    expect(after.plan).toBe(proposed.plan);
  });

  it('after an answer that gave up the plan it is NORMAL', () => {
    const dropped = held(abandonPlan(switched)).move.state;
    expect(shape(flip(dropped, 'build').state)).toEqual(['NORMAL', 'none', undefined]);
  });
});

it('a memory of the switch outside EXPLORING leads nowhere', () => {
  const before: PlanModeState = { ...planning(), agentMode: 'plan', switchedFrom: 'EXECUTING' };
  expect(shape(flip(before, 'build').state)).toEqual(['PLANNING', 'ready', undefined]);
});

it('is refused while the tenant has plan mode switched off; back to build is not', () => {
  const off = { planModeAvailable: false };
  expect(refused(switchAgentMode(state(), { agentMode: 'plan', ...off })).code).toBe(
    'PLAN_MODE_DISABLED',
  );
  const locked = state({ agentMode: 'plan' });
  expect(refused(switchAgentMode(locked, { agentMode: 'plan', ...off })).code).toBe(
    'PLAN_MODE_DISABLED',
  );
  expect(held(switchAgentMode(locked, { agentMode: 'build', ...off })).kind).toBe('changed');
});

it('never leads to EXECUTING from anywhere but an execution it interrupted', () => {
  for (const mode of processModeSchema.options) {
    for (const phase of planPhaseSchema.options) {
      for (const agentMode of ['plan', 'build'] as const) {
        const before = state({ mode, agentMode, plan: record({ phase }) });
        const after = flip(before, agentMode === 'plan' ? 'build' : 'plan').state;
        if (mode !== 'EXECUTING') expect(after.mode).not.toBe('EXECUTING');
      }
    }
  }
});
