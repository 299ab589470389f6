import type { TodoItem } from '@vance/protocol';
import { steps, todo } from './testing/builders';
import { allCompleted, updateTodos } from './todo-update';

const list = (): TodoItem[] => [
  todo('a', { status: 'COMPLETED' }),
  todo('b', { status: 'IN_PROGRESS' }),
  todo('c'),
  todo('d'),
];
const set = (...pairs: [string, string, string?][]) =>
  pairs.map(([id, status, reason]) => ({
    id,
    status,
    ...(reason === undefined ? {} : { reason }),
  }));
const statuses = (todos: readonly TodoItem[]) => todos.map((item) => `${item.id}:${item.status}`);
const ids = (todos: readonly TodoItem[]) => todos.map((item) => item.id);

/** status before × wished status, with no other item in progress. */
const RULES: [TodoItem['status'], string, TodoItem['status'] | RegExp][] = [
  ['PENDING', 'PENDING', /PENDING already/],
  ['PENDING', 'IN_PROGRESS', 'IN_PROGRESS'],
  ['PENDING', 'COMPLETED', 'COMPLETED'],
  ['IN_PROGRESS', 'PENDING', /never goes back/],
  ['IN_PROGRESS', 'IN_PROGRESS', /IN_PROGRESS already/],
  ['IN_PROGRESS', 'COMPLETED', 'COMPLETED'],
  ['COMPLETED', 'PENDING', /never goes back/],
  ['COMPLETED', 'IN_PROGRESS', /never goes back/],
  ['COMPLETED', 'COMPLETED', /COMPLETED already/],
];

describe('one item', () => {
  it.each(RULES)('from %s to %s', (status, wished, expected) => {
    const before = [todo('x', { status }), todo('y')];
    const result = updateTodos(before, { updates: set(['x', wished]) });
    if (expected instanceof RegExp) {
      expect(result).toMatchObject({ changed: false, todos: before, started: [], completed: [] });
      expect(result.ignored).toEqual([{ id: 'x', reason: expect.stringMatching(expected) }]);
      return;
    }
    expect(result.changed).toBe(true);
    expect(result.todos[0]).toEqual(todo('x', { status: expected }));
    expect(result.ignored).toEqual([]);
    expect(ids(result.started)).toEqual(expected === 'IN_PROGRESS' ? ['x'] : []);
    expect(ids(result.completed)).toEqual(expected === 'COMPLETED' ? ['x'] : []);
  });

  it.each(['MAYBE', 'completed', '', '__proto__', 'DONE'])(
    'an unknown status %p is ignored',
    (status) => {
      const result = updateTodos(list(), { updates: set(['c', status]) });
      expect(result.changed).toBe(false);
      expect(result.ignored).toEqual([
        { id: 'c', reason: expect.stringContaining('unknown status') },
      ]);
    },
  );

  it.each([undefined, '', '  '])('BLOCKED with the reason %p is told to give one', (reason) => {
    const updates = set(['b', 'BLOCKED', reason]);
    expect(updateTodos(list(), { updates }).ignored[0]?.reason).toContain('needs a reason');
  });

  it('BLOCKED with a reason is not supported yet and says so', () => {
    const updates = set(['b', 'BLOCKED', 'no key']);
    expect(updateTodos(list(), { updates })).toMatchObject({
      changed: false,
      ignored: [{ id: 'b', reason: expect.stringContaining('not supported yet') }],
    });
  });
});

it.each(['zz', '__proto__', 'constructor', ''])('the unknown id %p is ignored and named', (id) => {
  const result = updateTodos(list(), { updates: set([id, 'COMPLETED']) });
  expect(result.ignored).toEqual([{ id, reason: 'no item has this id' }]);
  expect(result.changed).toBe(false);
});

it('an item whose id looks like a prototype key is an item like any other', () => {
  const before = [todo('__proto__'), todo('constructor'), todo('$inc')];
  const result = updateTodos(before, {
    updates: set(['__proto__', 'COMPLETED'], ['$inc', 'IN_PROGRESS']),
  });
  expect(statuses(result.todos)).toEqual([
    '__proto__:COMPLETED',
    'constructor:PENDING',
    '$inc:IN_PROGRESS',
  ]);
});

it('what breaks a rule is named, the rest applies', () => {
  const updates = set(
    ['zz', 'COMPLETED'],
    ['a', 'PENDING'],
    ['b', 'COMPLETED'],
    ['c', 'IN_PROGRESS'],
    ['d', 'IN_PROGRESS'],
    ['d', 'MAYBE'],
  );
  const result = updateTodos(list(), { updates });
  expect(statuses(result.todos)).toEqual([
    'a:COMPLETED',
    'b:COMPLETED',
    'c:IN_PROGRESS',
    'd:PENDING',
  ]);
  expect(ids(result.started)).toEqual(['c']);
  expect(ids(result.completed)).toEqual(['b']);
  expect(result.ignored.map((entry) => entry.id).sort()).toEqual(['a', 'd', 'd', 'zz']);
});

it('a second IN_PROGRESS is ignored and the first is named', () => {
  const result = updateTodos(list(), { updates: set(['c', 'IN_PROGRESS']) });
  expect(result.changed).toBe(false);
  expect(result.ignored[0]?.reason).toContain('"b" is IN_PROGRESS');
});

it('beginning the next step may stand before completing the one under way', () => {
  const result = updateTodos(list(), { updates: set(['c', 'IN_PROGRESS'], ['b', 'COMPLETED']) });
  expect(statuses(result.todos)).toEqual([
    'a:COMPLETED',
    'b:COMPLETED',
    'c:IN_PROGRESS',
    'd:PENDING',
  ]);
  expect(result.ignored).toEqual([]);
});

it('one item may begin and end in the same action', () => {
  const before = [todo('a'), todo('b')];
  const result = updateTodos(before, { updates: set(['a', 'IN_PROGRESS'], ['a', 'COMPLETED']) });
  expect([ids(result.started), ids(result.completed)]).toEqual([['a'], ['a']]);
  expect(result.completed[0]?.status).toBe('COMPLETED');
});

it('items not named are the very same objects, and the list before is left alone', () => {
  const before = Object.freeze(list().map((item) => Object.freeze(item)));
  const result = updateTodos(before, { updates: set(['b', 'COMPLETED']) });
  for (const index of [0, 2, 3]) expect(result.todos[index]).toBe(before[index]);
  expect(before[1]?.status).toBe('IN_PROGRESS');
});

it('an item keeps everything else it carries', () => {
  const before = [todo('a', { activeForm: 'Doing a', files: ['x'], risk: 'HIGH' })];
  const [item] = updateTodos(before, { updates: set(['a', 'COMPLETED']) }).todos;
  expect(item).toEqual({ ...before[0], status: 'COMPLETED' });
});

describe('add', () => {
  const add = (...wished: { id: string; content: string; after?: string }[]) =>
    updateTodos(list(), { updates: [], add: wished });

  it('appends, or stands behind the item it names', () => {
    const result = add({ id: 'e', content: 'Do e' }, { id: 'f', content: 'Do f', after: 'a' });
    expect(ids(result.todos)).toEqual(['a', 'f', 'b', 'c', 'd', 'e']);
    expect(result.todos[1]).toEqual({ id: 'f', status: 'PENDING', content: 'Do f' });
    expect(result.changed).toBe(true);
  });

  it('takes the first two of an action and names the rest', () => {
    const result = add(...steps('e', 'f', 'g', 'h'));
    expect(ids(result.todos)).toEqual(['a', 'b', 'c', 'd', 'e', 'f']);
    expect(result.ignored.map((entry) => entry.id)).toEqual(['g', 'h']);
    expect(result.ignored[0]?.reason).toContain('at most 2');
  });

  it('fills a list up to twelve', () => {
    const eleven = steps(...'abcdefghijk').map((item) => todo(item.id));
    const result = updateTodos(eleven, { updates: [], add: steps('l', 'm') });
    expect(result.todos).toHaveLength(12);
    expect(result.ignored).toEqual([{ id: 'm', reason: expect.stringContaining('at most 12') }]);
  });

  it.each([
    ['an id that is taken', { id: 'a', content: 'x' }, /unique/],
    ['an unknown place', { id: 'e', content: 'x', after: 'zz' }, /no item "zz"/],
    ['a bad id', { id: 'e\u0000', content: 'x' }, /control characters/],
    ['no content', { id: 'e', content: ' ' }, /1 to 500/],
    ['too much content', { id: 'e', content: 'x'.repeat(501) }, /1 to 500/],
  ])('ignores %s', (_name, addition, reason) => {
    const result = add(addition);
    expect(result.changed).toBe(false);
    expect(result.ignored).toEqual([{ id: addition.id, reason: expect.stringMatching(reason) }]);
  });

  it('an item may be begun only once it is there', () => {
    const result = updateTodos(list(), { updates: set(['e', 'COMPLETED']), add: steps('e') });
    expect(result.todos.at(-1)?.status).toBe('PENDING');
    expect(result.ignored).toEqual([{ id: 'e', reason: 'no item has this id' }]);
  });

  it('is refused whole where the caller says why', () => {
    const result = updateTodos(
      list(),
      { updates: [], add: steps('e') },
      { addRefusedBecause: 'done' },
    );
    expect(result).toMatchObject({ changed: false, ignored: [{ id: 'e', reason: 'done' }] });
  });
});

it('an empty wish changes nothing', () => {
  expect(updateTodos(list(), { updates: [] })).toMatchObject({ changed: false, ignored: [] });
});

it.each([
  ['no items', [], false],
  ['all done', [todo('a', { status: 'COMPLETED' })], true],
  ['one open', [todo('a', { status: 'COMPLETED' }), todo('b')], false],
])('a list with %s', (_name, todos, expected) => {
  expect(allCompleted(todos)).toBe(expected);
});
