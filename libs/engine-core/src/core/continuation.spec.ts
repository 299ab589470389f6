import { CONTINUATION_BUDGET, decideContinuation, type TurnEnd } from './continuation';

const plan = (phase: 'drafting' | 'executing' | 'completed') => ({
  version: 1,
  phase,
  hash: '',
  proposed: true,
  proposedNo: 0,
  tagged: true,
});
const end = (more: Partial<TurnEnd> = {}): TurnEnd => ({
  state: { status: 'IDLE', mode: 'EXPLORING', plan: plan('drafting') },
  modeChanged: false,
  spoke: true,
  messageWaits: false,
  continuations: 0,
  silentTurns: 0,
  ...more,
});

describe('whether a run goes on', () => {
  it('does while a plan is unfinished', () => {
    expect(decideContinuation(end())).toEqual({
      kind: 'continue',
      continuations: 1,
      silentTurns: 0,
    });
  });

  it.each(['BLOCKED', 'PAUSED', 'SUSPENDED', 'CLOSED'] as const)('stops at status %s', (status) => {
    expect(decideContinuation(end({ state: { ...end().state, status } })).kind).toBe('stop');
  });

  it('stops for a message that waits', () => {
    expect(decideContinuation(end({ messageWaits: true })).kind).toBe('stop');
  });

  it('stops in NORMAL, also after a plan was abandoned', () => {
    const state = { status: 'IDLE', mode: 'NORMAL', plan: null } as const;
    expect(decideContinuation(end({ state, modeChanged: true })).kind).toBe('stop');
  });

  it('stops when the plan is complete, unless its mode has only just begun', () => {
    const state = { status: 'IDLE', mode: 'EXECUTING', plan: plan('completed') } as const;
    expect(decideContinuation(end({ state })).kind).toBe('stop');
    expect(decideContinuation(end({ state, modeChanged: true })).kind).toBe('continue');
  });

  it('is spent after eight', () => {
    expect(decideContinuation(end({ continuations: CONTINUATION_BUDGET - 1 })).kind).toBe(
      'continue',
    );
    expect(decideContinuation(end({ continuations: CONTINUATION_BUDGET })).kind).toBe(
      'budget-spent',
    );
  });

  it('ends at the third silent turn in a row; a word begins the count anew', () => {
    expect(decideContinuation(end({ spoke: false, silentTurns: 1 }))).toMatchObject({
      silentTurns: 2,
    });
    expect(decideContinuation(end({ spoke: false, silentTurns: 2 })).kind).toBe('silent');
    expect(decideContinuation(end({ spoke: true, silentTurns: 2 }))).toMatchObject({
      silentTurns: 0,
    });
  });
});
