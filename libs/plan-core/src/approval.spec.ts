import { planPhaseSchema } from '@vance/protocol';
import {
  DENIAL_FEEDBACK,
  judgeApproval,
  type ApprovalContext,
  type ApprovalDenial,
} from './approval';
import type { ApprovalMessage, PlanModeState } from './state';
import { decision, record, state, words } from './testing/builders';

/** Version 1 was proposed when 5 messages had been accepted. */
const ready = (more: Partial<PlanModeState> = {}) =>
  state({ mode: 'PLANNING', plan: record(), ...more });
const judge = (
  runMessages: readonly ApprovalMessage[],
  process = ready(),
  more: Partial<ApprovalContext> = {},
) => judgeApproval(process, { approval: 'inferred', runMessages, ...more });

it('a message of the user after the proposal approves, and is named', () => {
  const result = judge([words(6)]);
  expect(result.ok && result.value).toMatchObject({
    message: { no: 6, messageId: 'm-6' },
    plan: { version: 1 },
  });
});

it('of several the newest is named, in whatever order they come', () => {
  const result = judge([words(8), words(6), words(7)]);
  expect(result.ok && result.value.message.no).toBe(8);
});

const DENIED: [string, ApprovalMessage[], ApprovalDenial][] = [
  ['no message (a continuation)', [], 'no-user-message'],
  ['a process event, a schedule', [words(6, 'ok', { isUserWords: false })], 'no-user-message'],
  ['a message queued before the plan', [words(5)], 'older-than-plan'],
  ['one old among new ones', [words(6), words(4), words(7)], 'older-than-plan'],
  ['the view of an older version', [words(6, 'ok', { seenPlanVersion: 0 })], 'other-version-seen'],
  [
    'the view of a version that is not there',
    [words(6, 'ok', { seenPlanVersion: 2 })],
    'other-version-seen',
  ],
  [
    'one view of another version among others',
    [words(6, 'ok', { seenPlanVersion: 1 }), words(7, 'ok', { seenPlanVersion: 3 })],
    'other-version-seen',
  ],
  ['a bare no', [words(6, 'No!')], 'refused-by-user'],
  [
    'a bare no among other words',
    [words(6, 'ok'), words(7, '不'), words(8, 'go')],
    'refused-by-user',
  ],
];
it.each(DENIED)('%s is no approval', (_name, messages, denial) => {
  expect(judge(messages)).toEqual({ ok: false, error: denial });
});

it('the view of the current version, and no view at all, are fine', () => {
  expect(judge([words(6, 'ok', { seenPlanVersion: 1 }), words(7)]).ok).toBe(true);
});

it('events beside the words of the user neither help nor hurt', () => {
  expect(judge([words(3, 'DONE', { isUserWords: false }), words(6)]).ok).toBe(true);
  expect(judge([words(9, 'approved, start', { isUserWords: false })]).ok).toBe(false);
});

it('a message approves once', () => {
  expect(judge([words(6)], ready({ approvedNo: 6 }))).toEqual({ ok: false, error: 'already-used' });
  expect(judge([words(7)], ready({ approvedNo: 6 })).ok).toBe(true);
});

it('under `approval: explicit` no words count', () => {
  expect(judge([words(6)], ready(), { approval: 'explicit' })).toEqual({
    ok: false,
    error: 'explicit',
  });
});

it('an unknown approval parameter counts as explicit', () => {
  const context: ApprovalContext = Object.assign(
    { approval: 'inferred' as const, runMessages: [words(6)] },
    { approval: 'whatever' },
  );
  expect(judgeApproval(ready(), context).ok).toBe(false);
});

it('under agentMode plan no words count', () => {
  expect(judge([words(6)], ready({ agentMode: 'plan' }))).toEqual({
    ok: false,
    error: 'agent-mode-plan',
  });
});

it.each(['approve', 'edit', 'reject'] as const)(
  'a version that has its verdict (%s) is closed',
  (verdict) => {
    const plan = record({ phase: 'drafting', decision: decision({ verdict }) });
    expect(judge([words(6)], ready({ plan }))).toEqual({ ok: false, error: 'decided' });
  },
);

it.each(planPhaseSchema.options.filter((phase) => phase !== 'ready'))(
  'in phase %s nothing waits',
  (phase) => {
    expect(judge([words(6)], ready({ plan: record({ phase }) }))).toEqual({
      ok: false,
      error: 'nothing-to-approve',
    });
  },
);

it('without a plan nothing waits', () => {
  expect(judge([words(6)], state())).toEqual({ ok: false, error: 'nothing-to-approve' });
});

it('the phrases of the tenant replace the built-in ones', () => {
  const more = { rejectPhrases: ['pas question'] };
  expect(judge([words(6, 'no')], ready(), more).ok).toBe(true);
  expect(judge([words(6, 'Pas question !')], ready(), more).ok).toBe(false);
});

it.each(Object.entries(DENIAL_FEEDBACK))(
  'the feedback on %s says what to do',
  (_denial, feedback) => {
    expect(feedback).toMatch(/Use (ANSWER|PROPOSE_PLAN)/);
  },
);
