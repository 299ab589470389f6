import { planHash } from './plan-hash';
import { todo } from './testing/builders';

const content = {
  goal: 'g',
  summary: 's',
  plan: '# p',
  todos: [todo('a', { files: ['x'] }), todo('b')],
};

it('is SHA-256, hex', () => {
  expect(planHash(content)).toMatch(/^[0-9a-f]{64}$/);
});

it('does not depend on the order of keys, nor on how far a step is', () => {
  const todos = [
    { files: ['x'], content: 'Do a', status: 'COMPLETED' as const, id: 'a' },
    todo('b'),
  ];
  expect(planHash({ todos, plan: '# p', summary: 's', goal: 'g' })).toBe(planHash(content));
});

it.each([
  ['goal', { goal: undefined }],
  ['summary', { summary: 't' }],
  ['plan', { plan: '# q' }],
  ['order', { todos: [...content.todos].reverse() }],
  ['files', { todos: [todo('a', { files: ['y'] }), todo('b')] }],
  ['a step less', { todos: [todo('a', { files: ['x'] })] }],
  ['where text ends', { summary: 's# p', plan: '' }],
])('changes with %s', (_name, more) => {
  expect(planHash({ ...content, ...more })).not.toBe(planHash(content));
});
