import type { PlanVersion, TodoItem } from '@vance/protocol';
import { diffPlans } from './plan-diff';

const todo = (id: string, content = `Do ${id}`): TodoItem => ({ id, content, status: 'PENDING' });
const version = (n: number, plan: string, todos: TodoItem[]): PlanVersion => ({
  version: n,
  hash: `h${n}`,
  summary: 's',
  plan,
  todos,
  decisions: [],
  proposedAt: '2026-01-01T00:00:00.000Z',
});

describe('diffPlans', () => {
  const one = version(1, '# Plan\n\nWith b.\n', [todo('a'), todo('b'), todo('c')]);
  const two = version(2, '# Plan\n\nWith d.\n', [todo('a'), todo('d'), todo('c', 'Do c well')]);

  it('names added, removed and changed items', () => {
    const { todos } = diffPlans(one, two);
    expect(todos.added.map(({ id }) => id)).toEqual(['d']);
    expect(todos.removed.map(({ id }) => id)).toEqual(['b']);
    expect(todos.changed).toEqual([{ id: 'c', from: todo('c'), to: todo('c', 'Do c well') }]);
  });

  it('shows the Markdown as a unified diff', () => {
    const { from, to, markdown } = diffPlans(one, two);
    expect([from, to]).toEqual([1, 2]);
    expect(markdown).toMatch(/^--- plan v1\n\+\+\+ plan v2\n@@ /);
    expect(markdown).toContain('-With b.');
    expect(markdown).toContain('+With d.');
  });

  it('is empty between a version and itself', () => {
    expect(diffPlans(one, one).todos).toEqual({ added: [], removed: [], changed: [] });
  });

  it('does not call an item changed for the order of its fields', () => {
    const turned: TodoItem = { status: 'PENDING', content: 'Do a', id: 'a' };
    expect(diffPlans(version(1, '', [todo('a')]), version(2, '', [turned])).todos.changed).toEqual(
      [],
    );
  });
});
