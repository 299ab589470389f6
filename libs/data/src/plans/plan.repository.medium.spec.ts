import { tenantScope } from '@vance/kernel';
import type { PlanRowChange } from '@vance/plan-core';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { PlanRepository } from './plan.repository';

const acme = tenantScope('acme');
let database: Database;
let plans: PlanRepository;

beforeAll(async () => {
  database = await Database.connect({ uri: testDatabaseUri('plans') });
  plans = new PlanRepository(database);
  await database.ensureIndexes();
});

afterAll(async () => {
  await database.connection.dropDatabase();
  await database.close();
});

const changes: readonly PlanRowChange[] = [
  { kind: 'proposed', version: 1, hash: 'h', summary: 's', plan: '# $plan', todos: [] },
  {
    kind: 'decided',
    version: 1,
    decision: {
      planVersion: 1,
      planHash: 'h',
      verdict: 'edit',
      source: 'rest',
      decidedBy: 'usr_1',
      decisionId: 'd1',
      at: '2026-01-01T00:00:00.000Z',
    },
  },
  { kind: 'archived', version: 1, reason: 'superseded' },
  { kind: 'archived', version: 1, reason: 'abandoned' },
];

it('projects a version, its verdict and its end once, however often it is asked', async () => {
  const at = new Date('2026-01-01T00:00:00Z');
  await plans.project(acme, 'prc_1', at, changes);
  const once = await plans.list(acme, 'prc_1');
  await plans.project(acme, 'prc_1', at, changes);
  await plans.project(acme, 'prc_1', at, changes.slice(1, 2));
  expect(await plans.list(acme, 'prc_1')).toEqual(once);
  expect(once).toHaveLength(1);
  expect(once[0]).toMatchObject({ version: 1, plan: '# $plan', archived: 'superseded' });
  expect(once[0]?.decisions).toHaveLength(1);
});

it('shows nothing to another tenant', async () => {
  expect(await plans.list(tenantScope('globex'), 'prc_1')).toEqual([]);
  expect(await plans.find(tenantScope('globex'), 'prc_1', 1)).toBeNull();
});
