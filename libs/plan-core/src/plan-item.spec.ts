import { chat, exploring, held, planning, proposal, words } from './testing/builders';
import {
  abandonPlan,
  decidePlan,
  proposePlan,
  startExecution,
  startPlan,
  switchAgentMode,
} from './moves';
import { abandonedItem } from './plan-item';
import type { PlanItem, PlanModeState } from './state';

const item: PlanItem = {
  itemId: 'inb-1',
  assignedTo: 'boss',
  createdAt: '2026-01-01T00:00:00.000Z',
};
const next: PlanItem = { ...item, itemId: 'inb-2' };
/** PLANNING with version 1, which waits in an inbox. */
const waiting = (): PlanModeState =>
  held(proposePlan(exploring(), { ...proposal(), item })).move.state;
const decided = (more: object) => ({
  ...{ planVersion: 1, decisionId: 'd-1', decidedBy: 'boss', messageId: 'm-1', now: new Date(0) },
  ...{ verdict: 'approve' as const, source: 'inbox' as const, ...more },
});
const itemsAfter = (result: ReturnType<typeof proposePlan>) =>
  (held(result).move.items ?? []).map(({ kind, item: { itemId } }) => `${kind} ${itemId}`);

describe('a plan that is proposed as an inbox item', () => {
  it('adds one with all of it, and says nothing in the chat that the model does not keep', () => {
    const { move } = held(proposePlan(exploring(), { ...proposal({ plan: '# All of it' }), item }));
    const { version, hash } = move.state.plan!;
    expect(move.items).toEqual([
      {
        kind: 'added',
        item,
        planVersion: version,
        planHash: hash,
        summary: 'Three steps',
        plan: '# All of it',
      },
    ]);
    expect(move.messages).toMatchObject([{ content: '# All of it', meta: { kind: 'unsaid' } }]);
    expect(move.events.map(({ type }) => type)).toContain('plan-proposed');
  });

  it.each([
    ['approve', undefined],
    ['reject', 'Smaller steps.'],
  ] as const)('is answered by the verdict that comes through it: %s', (verdict, comment) => {
    const result = decidePlan(waiting(), decided({ verdict, comment }));
    const [change] = result.ok ? (result.value.move.items ?? []) : [];
    expect(change).toMatchObject({
      kind: 'answered',
      item,
      decision: { verdict, decidedBy: 'boss' },
    });
  });

  it('is dismissed by a verdict through another door', () => {
    const button = decidePlan(waiting(), decided({ source: 'button' }));
    expect(button.ok && button.value.move.items).toMatchObject([{ kind: 'dismissed', item }]);
    expect(itemsAfter(startExecution(waiting(), chat([words(6)])))).toEqual(['dismissed inb-1']);
  });

  it('is dismissed by a new version, which is an item of its own', () => {
    expect(itemsAfter(proposePlan(waiting(), { ...proposal(), item: next }))).toEqual([
      'dismissed inb-1',
      'added inb-2',
    ]);
  });

  it('is dismissed when exploring begins anew, and when the plan is abandoned', () => {
    expect(itemsAfter(startPlan(waiting(), { planMode: 'auto' }))).toEqual(['dismissed inb-1']);
    expect(itemsAfter(abandonPlan(waiting()))).toEqual(['dismissed inb-1']);
  });

  it('stays open while the user only switches', () => {
    const switched = switchAgentMode(waiting(), { agentMode: 'plan', planModeAvailable: true });
    expect(switched.ok && switched.value.kind).toBe('changed');
    expect(switched.ok && switched.value.move.items).toBeUndefined();
  });

  it('is closed once: what comes after its verdict leaves it alone', () => {
    const rejected = decidePlan(waiting(), decided({ verdict: 'reject' }));
    if (!rejected.ok) throw new Error('refused');
    const { state } = rejected.value.move;
    expect(itemsAfter(proposePlan(state, { ...proposal(), item: next }))).toEqual(['added inb-2']);
    expect(abandonedItem(state)).toBeUndefined();
  });

  it('has nobody left to answer it when its process is closed', () => {
    expect(abandonedItem(waiting())).toMatchObject({ kind: 'dismissed', item });
    expect(abandonedItem(planning())).toBeUndefined();
  });
});
