import { agentModeSchema, planPhaseSchema, processModeSchema } from '@vance/protocol';
import { isReadOnly, isRestricted } from './read-only';
import type { PlanModeState } from './state';
import { decision, record, state } from './testing/builders';

/** A state as a newer or damaged database could hold it. */
const forged = (fields: object): PlanModeState => Object.assign(state(), fields);

describe('isReadOnly', () => {
  describe.each(processModeSchema.options)('in mode %s', (mode) => {
    it.each(agentModeSchema.options)('under agentMode %s', (agentMode) => {
      const locked = agentMode === 'plan' || mode === 'EXPLORING' || mode === 'PLANNING';
      expect(isReadOnly(state({ mode, agentMode }))).toBe(locked);
    });
  });

  it('holds while an ancestor is read-only', () => {
    expect(isReadOnly(state(), true)).toBe(true);
    expect(
      isReadOnly(state({ mode: 'EXECUTING', plan: record({ phase: 'executing' }) }), true),
    ).toBe(true);
  });

  it('lets a descendant go on that executes a plan approved for it', () => {
    const plan = record({ phase: 'executing', decision: decision() });
    expect(isReadOnly(state({ mode: 'EXECUTING', plan }), true)).toBe(false);
    expect(isReadOnly(state({ mode: 'EXECUTING', plan, agentMode: 'plan' }), true)).toBe(true);
  });

  it.each([{ mode: 'SLEEPING' }, { mode: undefined }, { agentMode: 'BUILD' }, { agentMode: null }])(
    'fails closed on %p',
    (fields) => {
      expect(isReadOnly(forged(fields))).toBe(true);
    },
  );
});

describe('isRestricted', () => {
  it.each(planPhaseSchema.options)('in EXECUTING with phase %s', (phase) => {
    const restricted = isRestricted(state({ mode: 'EXECUTING', plan: record({ phase }) }));
    expect(restricted).toBe(phase === 'blocked');
  });

  it('in NORMAL where a plan is required, and there only', () => {
    const required = { planModeRequired: true };
    expect(isRestricted(state(), required)).toBe(true);
    expect(isRestricted(state())).toBe(false);
    const plan = record({ phase: 'executing' });
    expect(isRestricted(state({ mode: 'EXECUTING', plan }), required)).toBe(false);
  });

  it.each([{ plan: { phase: 'unheard' } }, { status: 'DOZING' }, { mode: 'X' }, { agentMode: '' }])(
    'fails closed on %p',
    (fields) => {
      expect(isRestricted(forged(fields))).toBe(true);
    },
  );
});
