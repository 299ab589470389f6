import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { idleState, planningState, Replica } from './testing/replica';

const scope = tenantScope('acme');
let replica: Replica;

beforeAll(async () => {
  replica = await Replica.connect(testDatabaseUri('agent-mode'));
});

beforeEach(() => {
  replica.planModeDefault = 'auto';
});

afterAll(async () => {
  await replica.database.connection.dropDatabase();
  await replica.close();
});

const set = (processId: string, agentMode: 'plan' | 'build') =>
  replica.agentModes.set(scope, processId, agentMode, 'usr_1');

it('to plan and back: one write each, its events and its audit, and no turn by itself', async () => {
  const { _id } = await replica.store(scope, idleState);
  const locked = await set(_id, 'plan');
  expect(locked).toMatchObject({
    version: 1,
    status: 'IDLE',
    agentMode: 'plan',
    mode: 'EXPLORING',
    switchedFrom: 'NORMAL',
    plan: { version: 0, phase: 'drafting' },
  });
  expect(locked.outbox.at(-1)?.events.map((event) => event.type)).toEqual([
    'agent-mode-changed',
    'plan-updated',
    'process-mode-changed',
  ]);

  const open = await set(_id, 'build');
  expect(open).toMatchObject({ version: 2, agentMode: 'build', mode: 'NORMAL' });
  expect(open).not.toHaveProperty('switchedFrom');
  expect(replica.queue.jobs).toEqual([]);
  const audited = await replica.audit.list(scope, { limit: 10 });
  const by = { by: 'agent-mode' };
  expect(audited.map((row) => [row.actor, row.target, row.action, row.data])).toEqual([
    ['usr_1', _id, 'mode-changed', { from: 'EXPLORING', to: 'NORMAL', planVersion: 0, ...by }],
    ['usr_1', _id, 'agent-mode-changed', { from: 'plan', to: 'build', ...by }],
    ['usr_1', _id, 'mode-changed', { from: 'NORMAL', to: 'EXPLORING', planVersion: 0, ...by }],
    ['usr_1', _id, 'agent-mode-changed', { from: 'build', to: 'plan', ...by }],
  ]);
});

it('the same again changes nothing', async () => {
  const { _id } = await replica.store(scope, idleState);
  expect(await set(_id, 'build')).toMatchObject({ version: 0, outbox: [] });
});

it('never approves: a plan that waits goes on waiting', async () => {
  const { _id, plan } = await replica.store(scope, planningState());
  await set(_id, 'plan');
  expect(await set(_id, 'build')).toMatchObject({ mode: 'PLANNING', plan });
});

it('is refused while the tenant has plan mode switched off; back to build is not', async () => {
  const { _id } = await replica.store(scope, idleState);
  replica.planModeDefault = 'disabled';
  await expect(set(_id, 'plan')).rejects.toMatchObject({ code: 'PLAN_MODE_DISABLED', status: 409 });
  expect(await replica.processes.find(scope, _id)).toMatchObject({ version: 0, mode: 'NORMAL' });

  const locked = await replica.store(scope, { ...idleState, agentMode: 'plan' });
  expect(await set(locked._id, 'build')).toMatchObject({ agentMode: 'build' });
});

it('a closed process, and that of another tenant, are refused', async () => {
  const closed = await replica.store(scope, { ...idleState, status: 'CLOSED' });
  await expect(set(closed._id, 'plan')).rejects.toMatchObject({ code: 'PROCESS_CLOSED' });
  const { _id } = await replica.store(scope, idleState);
  const foreign = replica.agentModes.set(tenantScope('globex'), _id, 'plan', 'usr_1');
  await expect(foreign).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
