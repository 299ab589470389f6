import fc from 'fast-check';
import { isLegal } from '../legal';
import { allCompleted } from '../todo-update';
import { World, type Step } from '../testing/world';

const IDS = ['a', 'b', 'c', '__proto__', 'x.$y'];
const id = fc.constantFrom(...IDS, 'zz');
const status = fc.constantFrom(
  'PENDING',
  'IN_PROGRESS',
  'COMPLETED',
  'COMPLETED',
  'BLOCKED',
  'MAYBE',
);

const idle = fc.constantFrom<Step>({ do: 'abandon' }, { do: 'reset' }, { do: 'kill' });
const send = fc.record({
  do: fc.constant('send' as const),
  content: fc.constantFrom('ok', 'ok', 'go', 'no'),
  seen: fc.constantFrom('none' as const, 'none' as const, 'current' as const, 'older' as const),
});
const wish = fc.record({
  updates: fc.array(fc.record({ id, status }), { maxLength: 4 }),
  add: fc.option(
    fc.array(fc.record({ id: fc.constantFrom('n', 'm', 'a'), content: fc.constant('New') }), {
      maxLength: 3,
    }),
    { nil: undefined },
  ),
});
const decide = fc.record({
  do: fc.constant('decide' as const),
  back: fc.constantFrom(0, 0, 0, 1, -1),
  verdict: fc.constantFrom('approve' as const, 'edit' as const, 'reject' as const),
  id: fc.constantFrom('d1', 'd2', 'd3'),
});
const one = fc.oneof(
  { weight: 4, arbitrary: send },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'event' }) },
  { weight: 4, arbitrary: fc.constant<Step>({ do: 'take' }) },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>({ do: 'start-plan' }, { do: 'start-plan', goal: 'g' }),
  },
  {
    weight: 3,
    arbitrary: fc.subarray(IDS, { minLength: 2 }).map((ids): Step => ({ do: 'propose', ids })),
  },
  {
    weight: 4,
    arbitrary: fc
      .constantFrom(false, false, true)
      .map((explicit): Step => ({ do: 'start-execution', explicit })),
  },
  { weight: 6, arbitrary: wish.map((each): Step => ({ do: 'todo', wish: each })) },
  { weight: 2, arbitrary: decide },
  {
    weight: 2,
    arbitrary: fc.constantFrom<Step>({ do: 'switch', to: 'plan' }, { do: 'switch', to: 'build' }),
  },
  { weight: 1, arbitrary: idle },
);

/** Stretches of an ordinary conversation, so that random lists reach approval, execution and completion. */
const stretches: readonly (readonly Step[])[] = [
  [{ do: 'start-plan' }, { do: 'propose', ids: ['a', '__proto__', 'x.$y'] }],
  [
    { do: 'send', content: 'ok', seen: 'none' },
    { do: 'take' },
    { do: 'start-execution', explicit: false },
  ],
  [
    {
      do: 'todo',
      wish: { updates: [...IDS, 'n', 'm'].map((each) => ({ id: each, status: 'COMPLETED' })) },
    },
  ],
];
const steps = fc
  .array(
    fc.oneof(
      { weight: 8, arbitrary: one.map((each) => [each]) },
      { weight: 2, arbitrary: fc.constantFrom(...stretches) },
    ),
    {
      maxLength: 40,
      size: 'max',
    },
  )
  .map((lists) => lists.flat());

function check(world: World, step: Step): void {
  const { before, mayStart } = world.play(step);
  const { process } = world;
  const plan = process.plan;

  expect(isLegal(process)).toBe(true);
  if (process.mode === 'EXECUTING') {
    expect(process.agentMode).toBe('build');
    expect(plan?.decision).toMatchObject({
      verdict: 'approve',
      planVersion: plan?.version,
      planHash: plan?.hash,
    });
  }
  if (process.mode === 'EXECUTING' && before.mode !== 'EXECUTING') expect(mayStart).toBe(true);
  if (plan?.phase === 'executing' || plan?.phase === 'completed') {
    expect(plan.decision?.verdict).toBe('approve');
    expect(allCompleted(process.todos)).toBe(plan.phase === 'completed');
  }
  expect((plan?.version ?? 0) - (before.plan?.version ?? 0)).toBe(
    step.do === 'propose' && process !== before ? 1 : 0,
  );
  expect(process.approvedNo).toBeGreaterThanOrEqual(before.approvedNo);
  expect(process.todos.filter((todo) => todo.status === 'IN_PROGRESS').length).toBeLessThanOrEqual(
    1,
  );
  expect(world.folded).toEqual(world.shown());
}

function checkRecord(world: World): void {
  const versions = [...world.rows.keys()].sort((a, b) => a - b);
  const last = world.process.plan?.version ?? 0;
  expect(versions).toEqual(Array.from({ length: last }, (_, index) => index + 1));
  for (const [version, row] of world.rows) {
    expect(row.decisions.length).toBeLessThanOrEqual(1);
    const current = version === last && world.process.plan?.proposed === true;
    expect(row.archived).toHaveLength(current ? 0 : 1);
  }
  expect(new Set(world.done).size).toBe(world.done.length);
}

it('whatever happens in whatever order, the rules of a plan hold', () => {
  let started = 0;
  let completed = 0;
  fc.assert(
    fc.property(steps, (list) => {
      const world = new World();
      for (const each of list) check(world, each);
      checkRecord(world);
      const tags = world.moves.flatMap((move) => move.messages.flatMap((message) => message.tags));
      const decided = [...world.rows.values()].filter((row) => row.decisions.length > 0).length;
      expect(tags.filter((tag) => tag === 'MODE:execute').length).toBeLessThanOrEqual(decided);
      if (tags.includes('MODE:execute')) started += 1;
      if (world.moves.some((move) => move.state.plan?.phase === 'completed')) completed += 1;
    }),
    { numRuns: 400 },
  );
  // The lists are random; this proves that they go where the rules bite.
  expect(started).toBeGreaterThan(20);
  expect(completed).toBeGreaterThan(3);
});
