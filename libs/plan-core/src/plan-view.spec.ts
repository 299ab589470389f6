import { planViewSchema } from '@vance/protocol';
import { toPlanView } from './plan-view';
import { decision, record, todo } from './testing/builders';

it('is null before the first draft and after an abandoned plan', () => {
  expect(toPlanView(null, [])).toBeNull();
  expect(toPlanView(record({ version: 3, phase: 'none' }), [])).toBeNull();
});

it('shows the first open step as the next action', () => {
  const todos = [todo('a', { status: 'COMPLETED' }), todo('b')];
  const view = toPlanView(record({ goal: 'g', decision: decision() }), todos);
  expect(view).toEqual({
    version: 1,
    phase: 'ready',
    goal: 'g',
    summary: 'A plan',
    nextAction: 'Do b',
    hash: 'h1',
    decision: decision(),
  });
  expect(planViewSchema.parse(view)).toEqual(view);
});

it('has no key for what is absent', () => {
  expect(Object.keys(toPlanView(record({ summary: undefined }), []) ?? {})).toEqual([
    'version',
    'phase',
    'hash',
  ]);
});
