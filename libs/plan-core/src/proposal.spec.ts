import { validateProposal, type Proposal } from './proposal';
import { refused, steps } from './testing/builders';

const good: Proposal = { plan: '# Plan', summary: 'Three steps', todos: steps('a', 'b', 'c') };
const judge = (more: Partial<Proposal>) => validateProposal({ ...good, ...more });
const ids = (count: number) => steps(...Array.from({ length: count }, (_, index) => `s${index}`));

it('makes every step PENDING and keeps what it carries', () => {
  const todos = [
    {
      id: 'a',
      content: 'Do a',
      activeForm: 'Doing a',
      description: 'd',
      files: ['x.ts'],
      verify: ['npm test'],
      risk: 'LOW' as const,
    },
    ...steps('b', 'c'),
  ];
  const result = judge({ todos, goal: 'Goal' });
  expect(result).toEqual({
    ok: true,
    value: { ...good, goal: 'Goal', todos: todos.map((todo) => ({ ...todo, status: 'PENDING' })) },
  });
});

it.each([0, 1, 2, 9, 10_000])('refuses %i items and says 3 to 8', (count) => {
  const { code, feedback } = refused(judge({ todos: ids(count) }));
  expect(code).toBe('INVALID_PLAN');
  expect(feedback).toContain('3 to 8');
  expect(feedback.length).toBeLessThan(500);
});

it.each([3, 8])('takes %i items', (count) => {
  expect(judge({ todos: ids(count) }).ok).toBe(true);
});

it('refuses an id that is there twice', () => {
  expect(refused(judge({ todos: steps('a', 'b', 'a') })).feedback).toMatch(/unique.*"a"/);
});

it.each([
  'a.b',
  '$set',
  '🙂',
  '👩‍👩‍👧',
  '__proto__',
  'constructor',
  'ä ö',
  '名前',
  '🙂'.repeat(64),
  '.',
  '-',
])('takes the id %p', (id) => {
  const result = judge({ todos: steps(id, 'b', 'c') });
  expect(result.ok && result.value.todos[0]).toEqual({
    id,
    status: 'PENDING',
    content: `Do ${id}`,
  });
});

it.each([
  '',
  'a'.repeat(65),
  '🙂'.repeat(65),
  'a\u0000b',
  'a\nb',
  '\u007f',
  '\u0085',
  '\ud83d',
  'a\udc00',
])('refuses the id %p', (id) => {
  expect(refused(judge({ todos: steps(id, 'b', 'c') })).feedback).toMatch(/todos\[0\]\.id/);
});

it.each([
  ['', false],
  ['  \n', false],
  ['x', true],
  ['🙂'.repeat(500), true],
  ['🙂'.repeat(501), false],
  ['x'.repeat(501), false],
])('content of 1 to 500 characters: %#', (content, fine) => {
  expect(judge({ todos: [{ id: 'a', content }, ...steps('b', 'c')] }).ok).toBe(fine);
});

it.each([
  ['x'.repeat(102_400), true],
  ['x'.repeat(102_401), false],
  ['é'.repeat(51_201), false],
  ['x'.repeat(5 * 1024 * 1024), false],
  ['', false],
])('Markdown of at most 100 KiB: %#', (plan, fine) => {
  expect(judge({ plan }).ok).toBe(fine);
});

it.each([
  ['x'.repeat(200), true],
  ['x'.repeat(201), false],
  ['two\nlines', false],
  ['two\u2028lines', false],
  ['', false],
  [' ends with a break \n', true],
])('a summary of one line: %#', (summary, fine) => {
  expect(judge({ summary }).ok).toBe(fine);
});

it('refuses steps that would fill the process', () => {
  const todos = [
    { id: 'a', content: 'Do a', description: 'x'.repeat(200_000) },
    ...steps('b', 'c'),
  ];
  expect(refused(judge({ todos })).feedback).toContain('100 KiB');
});

it('repairs lone surrogates in text, which the database could not keep', () => {
  const result = judge({
    plan: 'p\ud83d',
    summary: 's\ud83d',
    todos: [{ id: 'a', content: 'c\ud83d' }, ...steps('b', 'c')],
  });
  expect(
    result.ok && [result.value.plan, result.value.summary, result.value.todos[0]?.content],
  ).toEqual(['p\ufffd', 's\ufffd', 'c\ufffd']);
});

it('names every broken rule at once', () => {
  const { feedback } = refused(judge({ plan: '', summary: '', todos: steps('a', 'a', '') }));
  for (const part of ['plan:', 'summary:', 'todos[1].id', 'todos[2].id'])
    expect(feedback).toContain(part);
});
