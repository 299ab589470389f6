import {
  chat,
  completed,
  executing,
  exploring,
  held,
  planning,
  record,
  refused,
  state,
  words,
} from '../testing/builders';
import { startExecution } from './start-execution';

it('on the words of the user: approved and executing in one write, with the decision on record', () => {
  const { kind, move } = held(startExecution(planning(), chat([words(6)])));
  const decision = {
    planVersion: 1,
    planHash: planning().plan?.hash,
    verdict: 'approve',
    source: 'chat',
    decidedBy: 'user-1',
    messageId: 'm-6',
    decisionId: 'd-chat',
    at: '2026-01-01T00:00:00.000Z',
  };
  expect(kind).toBe('changed');
  expect(move.state).toMatchObject({
    mode: 'EXECUTING',
    status: 'IDLE',
    waitingFor: undefined,
    approvedNo: 6,
    plan: { phase: 'executing', decision },
  });
  expect(move.events).toEqual([
    { type: 'plan-updated', plan: expect.objectContaining({ phase: 'executing', decision }) },
    { type: 'process-mode-changed', oldMode: 'PLANNING', newMode: 'EXECUTING' },
  ]);
  expect(move.messages).toEqual([
    { role: 'SYSTEM', content: '', tags: ['MODE:execute'], meta: { kind: 'marker' } },
  ]);
  expect(move.plans).toEqual([{ kind: 'decided', version: 1, decision }]);
});

it('of the plan that executes: unchanged, no decision is minted', () => {
  const newDecisionId = jest.fn(() => 'd');
  const before = executing();
  const { kind, move, feedback } = held(
    startExecution(before, chat([words(9)], { newDecisionId })),
  );
  expect([kind, move.events, move.messages, move.plans]).toEqual(['unchanged', [], [], []]);
  expect(move.state).toEqual(before);
  expect(feedback).toContain('never emit START_EXECUTION again');
  expect(newDecisionId).not.toHaveBeenCalled();
});

it('without approval: APPROVAL_REQUIRED and what to do', () => {
  const { code, feedback } = refused(startExecution(planning(), chat([])));
  expect(code).toBe('APPROVAL_REQUIRED');
  expect(feedback).toMatch(/^APPROVAL_REQUIRED: .*Use ANSWER/);
});

it.each([
  ['NORMAL', state()],
  ['EXPLORING', exploring()],
  ['EXECUTING, completed', completed()],
  ['EXECUTING, blocked', state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }) })],
])('is refused in %s, whatever the user said', (_name, process) => {
  expect(refused(startExecution(process, chat([words(6)]))).code).toBe(
    'ACTION_NOT_ALLOWED_IN_MODE',
  );
});
