import { planPhaseSchema } from '@vance/protocol';
import { pinsInForce } from './pins-in-force';
import {
  abandonPlan,
  proposePlan,
  resetAfterCompletion,
  startPlan,
  switchAgentMode,
  todoUpdate,
} from './moves';
import type { PlanModeState } from './state';
import { chat, executing, held, record, state, steps } from './testing/builders';

const pinned = { planVersion: 1, recipe: 'as approved' };
const inForce = ({ plan }: PlanModeState) => pinsInForce(plan, pinned) === pinned;
const proposal = { plan: '# Plan', summary: 'A plan', todos: steps('x', 'y', 'z'), accepted: 9 };

describe('what an approval pinned counts', () => {
  it('in the phases from the approval to the end, and in no other', () => {
    const phases = planPhaseSchema.options.filter(
      (phase) => pinsInForce(record({ phase }), pinned) !== undefined,
    );
    expect(phases).toEqual(['approved', 'executing', 'blocked']);
  });

  it('for the version it was pinned for only', () => {
    expect(pinsInForce(record({ phase: 'executing', version: 2 }), pinned)).toBeUndefined();
    expect(pinsInForce(record({ phase: 'executing' }), undefined)).toBeUndefined();
    expect(pinsInForce(null, pinned)).toBeUndefined();
  });

  it('while the user has a look in plan mode, not once a new plan is proposed there', () => {
    const looking = held(
      switchAgentMode(executing(), { agentMode: 'plan', planModeAvailable: true }),
    );
    expect(inForce(looking.move.state)).toBe(true);
    expect(inForce(held(proposePlan(looking.move.state, proposal)).move.state)).toBe(false);
  });

  it('not after START_PLAN, abandonment or completion', () => {
    expect(inForce(executing())).toBe(true);
    const again = held(startPlan(executing(), { planMode: 'auto' })).move.state;
    expect(inForce(again)).toBe(false);
    expect(inForce(held(abandonPlan(again)).move.state)).toBe(false);
    const updates = executing().todos.map(({ id }) => ({ id, status: 'COMPLETED' }));
    const done = held(todoUpdate(executing(), { updates, approval: chat([]) })).move.state;
    expect(inForce(done)).toBe(false);
    expect(inForce(held(resetAfterCompletion(done)).move.state)).toBe(false);
    expect(inForce(state())).toBe(false);
  });
});
