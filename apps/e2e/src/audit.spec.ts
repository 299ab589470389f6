import { auditKinds, type AuditKind } from '@vance/protocol';
import { eventually } from '@vance/testing';
import { Cluster } from './harness';
import { agentCases, editCases, SECRET } from './harness/record-cases';
import { PASSWORD, RecordWorld } from './harness/record-world';

const KINDS = Object.keys(auditKinds) as AuditKind[];
const CASES = [...editCases, ...agentCases];

describe('the record', () => {
  let cluster: Cluster;
  let world: RecordWorld;

  beforeAll(async () => {
    cluster = await Cluster.start();
    world = await RecordWorld.open(cluster);
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it.each(CASES)('has %s as %s', async (_, kind, cause, wanted) => {
    const target = await cause(world);
    const { data = {}, ...row } = wanted;
    const expected = expect.objectContaining({
      ...(target === '' ? {} : { target }),
      ...row,
      data: expect.objectContaining(data),
    });
    // What a turn causes is written beside it, not before.
    await eventually(async () => expect(await world.rowsOf(kind)).toContainEqual(expected));
    const rows = await world.rowsOf(kind);
    for (const { data } of rows) expect(auditKinds[kind].parse(data)).toEqual(data);
    expect(rows.every((one) => one.action === kind)).toBe(true);
  });

  it('has every kind that a tenant can cause, and refuses to look for others', async () => {
    const caused = new Set(CASES.map(([, kind]) => kind));
    expect(KINDS.filter((kind) => !caused.has(kind))).toEqual(['keys-rotated']);
    await world.refused(world.admin.get('/api/v1/audit?action=nothing-like-this'));
  });

  it('holds no secret, and neither passwords nor what was said', async () => {
    const rows = await cluster.mongo.db(cluster.database).collection('audit_log').find().toArray();
    const text = JSON.stringify(rows);
    for (const canary of [SECRET, PASSWORD, 'Shall I go on?', 'Plan it.'])
      expect(text).not.toContain(canary);
  });
});
