import { arthurActionTypeSchema, planActionTypeSchema, processModeSchema } from '@vance/protocol';
import { judgeAction } from './action-gate';
import { allowedActions } from './actions';
import type { PlanModeState } from './state';
import {
  completed,
  executing,
  exploring,
  planning,
  record,
  refused,
  state,
  todo,
} from './testing/builders';

const ALL = [...arthurActionTypeSchema.options, ...planActionTypeSchema.options];
const OWN = arthurActionTypeSchema.options;

/** mode × action as 1.2 says, for states as they come up. */
const TABLE: [string, PlanModeState, string[]][] = [
  ['NORMAL', state(), [...OWN, 'START_PLAN']],
  ['NORMAL with a list', state({ todos: [todo('a')] }), [...OWN, 'START_PLAN', 'TODO_UPDATE']],
  ['EXPLORING', exploring(), ['ANSWER', 'PROPOSE_PLAN', 'START_PLAN']],
  [
    'PLANNING',
    planning(),
    ['START_EXECUTION', 'PROPOSE_PLAN', 'ANSWER', 'START_PLAN', 'TODO_UPDATE'],
  ],
  ['EXECUTING', executing(), [...OWN, 'START_PLAN', 'TODO_UPDATE']],
  ['EXECUTING, completed', completed(), [...OWN, 'START_PLAN', 'TODO_UPDATE']],
  [
    'EXECUTING, blocked',
    state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }), todos: [todo('a')] }),
    [...OWN.filter((type) => type !== 'DELEGATE'), 'START_PLAN'],
  ],
];

describe.each(TABLE)('in %s', (_name, process, allowed) => {
  it('the allowed types are those of the table', () => {
    expect(allowedActions(process)).toEqual(allowed);
  });

  it.each(ALL)('%s is judged by it', (type) => {
    const nothingNew = type === 'START_EXECUTION' && process.plan?.phase === 'executing';
    expect(judgeAction(type, process).ok).toBe(allowed.includes(type) || nothingNew);
  });

  it('a refusal names code, mode, allowed types and what to do instead', () => {
    const { code, feedback } = refused(judgeAction('DANCE', process));
    expect(code).toBe('ACTION_NOT_ALLOWED_IN_MODE');
    expect(feedback).toMatch(/^ACTION_NOT_ALLOWED_IN_MODE: DANCE is not allowed now/);
    expect(feedback).toContain(`mode: ${process.mode}`);
    expect(feedback).toContain(`Allowed types: ${allowed.join(', ')}. `);
    expect(feedback).toMatch(/Allowed types: [^.]+\. \S+/);
  });
});

it.each(['__proto__', 'constructor', 'toString', '', 'answer', 'ANSWER '])(
  'the unknown type %p is refused in every mode',
  (type) => {
    for (const mode of processModeSchema.options) {
      expect(judgeAction(type, state({ mode })).ok).toBe(false);
    }
  },
);

it('an unknown mode allows nothing', () => {
  expect(allowedActions(Object.assign(state(), { mode: '__proto__' }))).toEqual([]);
});

it('another engine brings its own set', () => {
  const ownActions = ['ANSWER', 'DELEGATE_PROJECT', 'RELAY_INBOX'];
  expect(allowedActions(state(), { ownActions })).toEqual([...ownActions, 'START_PLAN']);
  expect(allowedActions(exploring(), { ownActions })).toEqual([
    'ANSWER',
    'PROPOSE_PLAN',
    'START_PLAN',
  ]);
});

it.each(['DELEGATE', 'DELEGATE_PROJECT', 'STEER_PROJECT'])(
  '%s is refused where a plan is required, under an ancestor that is read-only, and under the switch to plan',
  (type) => {
    const ownActions = ['ANSWER', type];
    expect(judgeAction(type, state(), { ownActions }).ok).toBe(true);
    expect(judgeAction(type, state(), { ownActions, planMode: 'required' }).ok).toBe(false);
    expect(judgeAction(type, state(), { ownActions, ancestorReadOnly: true }).ok).toBe(false);
    expect(judgeAction(type, state({ agentMode: 'plan' }), { ownActions }).ok).toBe(false);
  },
);

it('ANSWER stays possible where a plan is required', () => {
  expect(judgeAction('ANSWER', state(), { planMode: 'required' }).ok).toBe(true);
});

it('where plans are switched off, no refusal recommends one', () => {
  const { feedback } = refused(judgeAction('START_EXECUTION', state(), { planMode: 'disabled' }));
  expect(feedback).not.toContain('START_PLAN');
});
