import { tenantScope } from '@vance/kernel';
import type { PlanModeState } from '@vance/plan-core';
import type { TodoItem } from '@vance/protocol';
import { testDatabaseUri } from '@vance/testing';
import { planningState, Replica } from './testing/replica';
import type { TodoReport } from './todo.service';

const scope = tenantScope('acme');
const CONNECTIONS = 8;
const STEPS = 50;
let replicas: Replica[];

beforeAll(async () => {
  const uri = testDatabaseUri('todos');
  replicas = await Promise.all(Array.from({ length: CONNECTIONS }, () => Replica.connect(uri)));
});

afterAll(async () => {
  await replicas[0]?.database.connection.dropDatabase();
  await Promise.all(replicas.map((replica) => replica.close()));
});

/** A plan under way with many steps, ids of every kind. */
function running(count: number): PlanModeState {
  const { plan, ...state } = planningState();
  if (!plan) throw new Error('no plan');
  const ids = ['$d', 'b.c', '🙂', '__proto__', 'constructor'];
  const todos = Array.from({ length: count }, (_, index): TodoItem => {
    const id = ids[index] ?? `s${index}`;
    return { id, status: 'PENDING', content: `Do ${id}` };
  });
  return { ...state, mode: 'EXECUTING', plan: { ...plan, phase: 'executing' }, todos };
}

it('eight connections, 400 updates of 50 steps: list, ✓ messages and what each call was told agree, nothing is lost', async () => {
  const first = replicas[0]!;
  const process = await first.store(scope, running(STEPS));
  const ids = process.todos.map((todo) => todo.id);
  // Every connection completes every step, each beginning elsewhere: one of the eight is told that it did.
  const told: { id: string; report: TodoReport }[] = [];
  await Promise.all(
    replicas.map(async (replica, index) => {
      for (let call = 0; call < STEPS; call += 1) {
        const id = ids[(call + index * 6) % STEPS]!;
        const updates = [{ id, status: 'COMPLETED' }];
        told.push({ id, report: await replica.todos.update(scope, process._id, { updates }) });
      }
    }),
  );

  const after = await first.processes.find(scope, process._id);
  expect(after?.todos).toEqual(process.todos.map((todo) => ({ ...todo, status: 'COMPLETED' })));
  expect(after?.plan?.phase).toBe('completed');
  expect(after?.version).toBe(STEPS);

  expect(told).toHaveLength(CONNECTIONS * STEPS);
  const changed = told.filter(({ report }) => report.changed).map(({ id }) => id);
  expect([...changed].sort()).toEqual([...ids].sort());
  for (const { id, report } of told) {
    expect(report.feedback).toContain(`[✓] ${id}: Do ${id}`);
    if (!report.changed) expect(report.feedback).toContain(`- ${id}: it is COMPLETED already`);
  }

  const history = await first.messages.range(scope, process._id, 0, CONNECTIONS * STEPS);
  expect(history.map((message) => message.content).sort()).toEqual(
    ids.map((id) => `✓ Do ${id}`).sort(),
  );
  expect(history.map((message) => message.n)).toEqual(ids.map((_, index) => index + 1));
}, 120_000);

it('one step at a time, whoever asks: of eight that begin a step, one does', async () => {
  const process = await replicas[0]!.store(scope, running(CONNECTIONS));
  const reports = await Promise.all(
    replicas.map((replica, index) => {
      const updates = [{ id: process.todos[index]!.id, status: 'IN_PROGRESS' }];
      return replica.todos.update(scope, process._id, { updates });
    }),
  );
  expect(reports.filter((report) => report.changed)).toHaveLength(1);
  const after = await replicas[0]!.processes.find(scope, process._id);
  expect(after?.todos.filter((todo) => todo.status === 'IN_PROGRESS')).toHaveLength(1);
});

it('approves nothing: a plan that waits for the user is left alone', async () => {
  const process = await replicas[0]!.store(scope, planningState());
  const updates = [{ id: 'a', status: 'IN_PROGRESS' }];
  await expect(replicas[0]!.todos.update(scope, process._id, { updates })).rejects.toMatchObject({
    code: 'APPROVAL_REQUIRED',
    status: 409,
  });
  expect((await replicas[0]!.processes.find(scope, process._id))?.version).toBe(0);
});

it('the process of another tenant is not there', async () => {
  const process = await replicas[0]!.store(scope, running(3));
  const updates = [{ id: '$d', status: 'COMPLETED' }];
  await expect(
    replicas[0]!.todos.update(tenantScope('globex'), process._id, { updates }),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
