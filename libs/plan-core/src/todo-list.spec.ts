import { todo } from './testing/builders';
import {
  currentStep,
  firstOpen,
  nextStep,
  renderTodoList,
  renderUpdateFeedback,
} from './todo-list';

const list = [
  todo('a', { status: 'COMPLETED' }),
  todo('b.$', { status: 'IN_PROGRESS', content: 'Do\n b' }),
  todo('c', { status: 'IN_PROGRESS', blockedReason: 'no\nkey' }),
  todo('🙂'),
];

it('renders a line per step with its marker and id', () => {
  expect(renderTodoList(list).split('\n')).toEqual([
    '[✓] a: Do a',
    '[~] b.$: Do b',
    '[!] c: Do c (blocked: no key)',
    '[ ] 🙂: Do 🙂',
  ]);
});

it('knows the step under way, the first open one, and the end', () => {
  expect(currentStep([todo('x'), todo('y', { status: 'IN_PROGRESS' })])?.id).toBe('y');
  expect(firstOpen([todo('x'), todo('y', { status: 'IN_PROGRESS' })])?.id).toBe('x');
  expect(nextStep([todo('x')])).toContain('set "x" to IN_PROGRESS');
  expect(nextStep([todo('x', { status: 'IN_PROGRESS' })])).toContain('set it to COMPLETED');
  expect(nextStep([todo('x', { status: 'COMPLETED' })])).toContain('ANSWER');
});

it('the feedback on an update is the list, the next step, and what was ignored and why', () => {
  const feedback = renderUpdateFeedback(
    [todo('a')],
    [{ id: 'z\nz', reason: 'no item has this id' }],
  );
  expect(feedback).toBe(
    '[ ] a: Do a\n\nNext: set "a" to IN_PROGRESS, do its work, then set it to COMPLETED.\n\nIgnored:\n- z z: no item has this id',
  );
});

it('stays short however much is ignored', () => {
  const ignored = Array.from({ length: 10_000 }, (_, index) => ({
    id: `${index}${'x'.repeat(1_000)}`,
    reason: 'no item has this id',
  }));
  const feedback = renderUpdateFeedback([todo('a')], ignored);
  expect(feedback.length).toBeLessThan(3_000);
  expect(feedback).toContain('- and 9980 more');
});
