import type { PlanModeState } from '../state';
import {
  chat,
  completed,
  executing,
  exploring,
  held,
  planning,
  record,
  refused,
  state,
  steps,
  todo,
  words,
} from '../testing/builders';
import { todoUpdate } from './todo-update';

const set = (...pairs: [string, string][]) => pairs.map(([id, status]) => ({ id, status }));
const update = (
  process: PlanModeState,
  updates: { id: string; status: string }[],
  approval = chat([]),
) => todoUpdate(process, { updates, approval });
const kinds = (events: readonly { type: string }[]) => events.map((event) => event.type);
const plain = (process: PlanModeState): PlanModeState => ({ ...process, status: 'RUNNING' });

describe('while EXECUTING', () => {
  it('beginning a step: one event with the whole list, a marker with its tag, the turn goes on', () => {
    const { kind, move, feedback } = held(update(plain(executing()), set(['a', 'IN_PROGRESS'])));
    expect(kind).toBe('changed');
    expect(move.state.status).toBe('RUNNING');
    expect(move.events).toEqual([
      { type: 'todos-updated', todos: move.state.todos, planVersion: 1 },
    ]);
    expect(move.messages).toEqual([
      { role: 'SYSTEM', content: '', tags: ['PLAN_STEP_STARTED:a'], meta: { kind: 'marker' } },
    ]);
    expect(feedback).toContain('[~] a: Do a');
    expect(feedback).toContain('Next: do the work of "a"');
  });

  it('completing a step: one ✓ message, which carries the tags', () => {
    const begun = held(update(executing(), set(['a', 'IN_PROGRESS']))).move.state;
    const { move } = held(update(begun, set(['a', 'COMPLETED'], ['b', 'IN_PROGRESS'])));
    // The next action is another one now.
    expect(kinds(move.events)).toEqual(['todos-updated', 'plan-updated']);
    expect(move.messages).toEqual([
      {
        role: 'ASSISTANT',
        content: '✓ Do a',
        tags: ['PLAN_STEP_STARTED:b', 'PLAN_STEP_DONE:a'],
        meta: {},
      },
    ]);
  });

  it('several at once: a ✓ each, in the order of the list', () => {
    const { move } = held(update(executing(), set(['b', 'COMPLETED'], ['a', 'COMPLETED'])));
    expect(move.messages.map((message) => [message.content, message.tags])).toEqual([
      ['✓ Do a', ['PLAN_STEP_DONE:a']],
      ['✓ Do b', ['PLAN_STEP_DONE:b']],
    ]);
  });

  it('the last one completes the plan', () => {
    const { move } = held(
      update(executing(), set(['a', 'COMPLETED'], ['b', 'COMPLETED'], ['c', 'COMPLETED'])),
    );
    expect(move.state).toMatchObject({ mode: 'EXECUTING', plan: { phase: 'completed' } });
    expect(kinds(move.events)).toEqual(['todos-updated', 'plan-updated']);
    expect(move.events[1]).toMatchObject({ plan: { phase: 'completed' } });
  });

  it('completing all and adding one leaves the plan under way', () => {
    const updates = set(['a', 'COMPLETED'], ['b', 'COMPLETED'], ['c', 'COMPLETED']);
    const { move } = held(
      todoUpdate(executing(), { updates, add: steps('d'), approval: chat([]) }),
    );
    expect(move.state.plan?.phase).toBe('executing');
  });

  it.each([
    ['no effect', set(['a', 'PENDING'])],
    ['an unknown id', set(['zz', 'COMPLETED'])],
    ['nothing', []],
  ])('%s: no event, no tag, the very same state', (_name, updates) => {
    const before = executing();
    const { kind, move, feedback } = held(update(before, updates));
    expect([kind, move.events, move.messages, move.plans]).toEqual(['unchanged', [], [], []]);
    expect([move.state.todos, move.state.plan]).toEqual([before.todos, before.plan]);
    expect(move.state.todos).toBe(before.todos);
    expect(feedback).toContain('[ ] a: Do a');
  });

  it('a ✓ never comes twice', () => {
    const done = held(update(executing(), set(['a', 'COMPLETED']))).move.state;
    const { kind, move, feedback } = held(update(done, set(['a', 'COMPLETED'])));
    expect([kind, move.messages]).toEqual(['unchanged', []]);
    expect(feedback).toContain('- a: it is COMPLETED already');
  });

  it('adding is a change without a ✓', () => {
    const { move } = held(
      todoUpdate(executing(), { updates: [], add: steps('d'), approval: chat([]) }),
    );
    expect(kinds(move.events)).toEqual(['todos-updated']);
    expect(move.messages).toEqual([]);
  });

  it('a completed plan takes no more items', () => {
    const { kind, feedback } = held(
      todoUpdate(completed(), { updates: [], add: steps('d'), approval: chat([]) }),
    );
    expect(kind).toBe('unchanged');
    expect(feedback).toContain('use START_PLAN');
  });
});

describe('while PLANNING (the guarded promotion)', () => {
  it('starts first, then applies: the same event and tag as START_EXECUTION', () => {
    const { kind, move } = held(
      update(plain(planning()), set(['a', 'IN_PROGRESS']), chat([words(6)])),
    );
    expect(kind).toBe('changed');
    expect(move.state).toMatchObject({
      mode: 'EXECUTING',
      status: 'RUNNING',
      approvedNo: 6,
      plan: { phase: 'executing', decision: { source: 'chat', messageId: 'm-6' } },
    });
    expect(kinds(move.events)).toEqual(['plan-updated', 'process-mode-changed', 'todos-updated']);
    expect(move.messages).toEqual([
      {
        role: 'SYSTEM',
        content: '',
        tags: ['MODE:execute', 'PLAN_STEP_STARTED:a'],
        meta: { kind: 'marker' },
      },
    ]);
    expect(move.plans.map((row) => row.kind)).toEqual(['decided']);
  });

  it('the tag goes on the first ✓ where there is one', () => {
    const { move } = held(
      update(planning(), set(['a', 'COMPLETED'], ['b', 'COMPLETED']), chat([words(6)])),
    );
    expect(move.messages.map((message) => message.tags)).toEqual([
      ['MODE:execute', 'PLAN_STEP_DONE:a'],
      ['PLAN_STEP_DONE:b'],
    ]);
  });

  it('starts also when no update has an effect', () => {
    const { kind, move, feedback } = held(
      update(planning(), set(['zz', 'COMPLETED']), chat([words(6)])),
    );
    expect([kind, move.state.mode]).toEqual(['changed', 'EXECUTING']);
    expect(move.messages[0]?.tags).toEqual(['MODE:execute']);
    expect(feedback).toContain('- zz: no item has this id');
  });

  it('completes a plan at once, hop by hop', () => {
    const updates = set(['a', 'COMPLETED'], ['b', 'COMPLETED'], ['c', 'COMPLETED']);
    const { move } = held(update(planning(), updates, chat([words(6)])));
    expect(move.state.plan?.phase).toBe('completed');
    expect(kinds(move.events)).toEqual([
      'plan-updated',
      'process-mode-changed',
      'todos-updated',
      'plan-updated',
    ]);
  });

  it.each([
    ['no message', chat([])],
    ['a message older than the plan', chat([words(5)])],
    ['a bare no', chat([words(6, 'Nein!')])],
    ['approval: explicit', chat([words(6)], { approval: 'explicit' })],
  ])('%s: refused like START_EXECUTION, nothing applies', (_name, approval) => {
    const { code, feedback } = refused(update(planning(), set(['a', 'IN_PROGRESS']), approval));
    expect(code).toBe('APPROVAL_REQUIRED');
    expect(feedback).toContain('APPROVAL_REQUIRED');
  });

  it('after a reject nothing starts', () => {
    const before = { ...planning(), plan: record({ phase: 'drafting' }) };
    expect(refused(update(before, set(['a', 'IN_PROGRESS']), chat([words(6)]))).code).toBe(
      'APPROVAL_REQUIRED',
    );
  });
});

describe('elsewhere', () => {
  it.each([
    exploring(),
    state(),
    state({ mode: 'EXECUTING', plan: record({ phase: 'blocked' }), todos: [todo('a')] }),
  ])('is refused: %#', (process) => {
    expect(refused(update(process, set(['a', 'IN_PROGRESS']))).code).toBe(
      'ACTION_NOT_ALLOWED_IN_MODE',
    );
  });

  it('NORMAL tolerates statuses on a list that is there, and nothing more', () => {
    const before = state({ plan: record(), todos: [todo('a'), todo('b')] });
    const { move } = held(
      todoUpdate(before, { updates: set(['a', 'COMPLETED']), add: steps('c'), approval: chat([]) }),
    );
    expect(move.state).toMatchObject({ mode: 'NORMAL', plan: { phase: 'ready' } });
    expect(move.state.todos.map((item) => item.status)).toEqual(['COMPLETED', 'PENDING']);
  });
});
