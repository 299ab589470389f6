import { newId, tenantScope, type TenantScope } from '@vance/kernel';
import type { UsageGroup } from '@vance/protocol';
import { eventually, testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { LlmTraceRepository } from './llm-trace.repository';
import type { LlmTraceDocument } from './llm-trace.schema';

const trace = (overrides: Partial<LlmTraceDocument> = {}): Omit<LlmTraceDocument, 'tenantId'> => ({
  ...{ _id: newId('req'), project: 'p', userId: 'usr_1', processId: 'prc_1', turnId: 'trn_1' },
  ...{ iteration: 0, at: new Date('2026-11-29T10:00:00Z'), expiresAt: new Date('2100-01-01') },
  ...{ model: 'openai:a', mode: 'NORMAL', recipe: 'arthur', durationMs: 5, outcome: 'ok' },
  ...{ inputTokens: 50, outputTokens: 7, cachedTokens: 30, cost: 0.5, tries: 1 },
  ...{ corrections: 0, correction: false },
  ...{ actionTypes: ['ANSWER'], toolCalls: [], fallbackReason: null },
  ...overrides,
});

describe('traces', () => {
  let database: Database;
  let traces: LlmTraceRepository;
  let scope: TenantScope;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('traces') });
    traces = new LlmTraceRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });
  beforeEach(() => {
    scope = tenantScope(newId('usr'));
  });

  const range = { from: new Date('2026-11-01'), to: new Date('2026-12-01') };
  /** They are acknowledged before the majority has them. */
  async function stored(...rows: Partial<LlmTraceDocument>[]): Promise<void> {
    for (const row of rows) traces.add(scope, trace(row));
    await traces.flush();
    const all = { from: new Date(0), to: new Date('2100-01-01') };
    await eventually(async () => expect((await total(scope, all)).requests).toBe(rows.length));
  }
  const total = async (of = scope, during = range) =>
    (await traces.usage(of, during, 'day', { limit: 1 })).total;
  const keysBy = async (
    group: UsageGroup,
    page: { limit: number; after?: string } = { limit: 9 },
  ) =>
    (await traces.usage(scope, range, group, page)).groups.map(({ key, requests }) => [
      key,
      requests,
    ]);

  it('sum up by day, model, recipe, project and user', async () => {
    const next = new Date('2026-11-30T23:59:59.999Z');
    await stored(
      {},
      { model: 'openai:b', recipe: 'code-review' },
      { at: next, project: 'q', userId: 'usr_2' },
    );
    expect(await keysBy('day')).toEqual([
      ['2026-11-29', 2],
      ['2026-11-30', 1],
    ]);
    expect(await keysBy('model')).toEqual([
      ['openai:a', 2],
      ['openai:b', 1],
    ]);
    expect(await keysBy('recipe')).toEqual([
      ['arthur', 2],
      ['code-review', 1],
    ]);
    expect(await keysBy('project')).toEqual([
      ['p', 2],
      ['q', 1],
    ]);
    expect(await keysBy('user')).toEqual([
      ['usr_1', 2],
      ['usr_2', 1],
    ]);
  });

  it('tell failures, corrections and answers without a price apart, and sum what has one', async () => {
    const failed = { outcome: 'overloaded', inputTokens: 0, outputTokens: 0, cachedTokens: 0 };
    await stored({}, { cost: null, correction: true }, { ...failed, cost: null });
    expect(await total()).toEqual({
      ...{
        requests: 3,
        failed: 1,
        corrections: 1,
        inputTokens: 100,
        outputTokens: 14,
        cachedTokens: 60,
      },
      ...{ cost: 0.5, unpriced: 1 },
    });
  });

  it('of a range are those from its beginning up to its end', async () => {
    await stored({ at: range.from }, { at: range.to }, { at: new Date('2026-10-31T23:59:59Z') });
    expect((await total()).requests).toBe(1);
    expect(await keysBy('day')).toEqual([['2026-11-01', 1]]);
  });

  it('come in pages', async () => {
    await stored({ model: 'a:a' }, { model: 'b:b' }, { model: 'c:c' });
    expect(await keysBy('model', { limit: 2 })).toEqual([
      ['a:a', 1],
      ['b:b', 1],
    ]);
    expect(await keysBy('model', { limit: 2, after: 'b:b' })).toEqual([['c:c', 1]]);
  });

  it('of another tenant are not among them', async () => {
    await stored({});
    const other = tenantScope(newId('usr'));
    expect((await total(other)).requests).toBe(0);
    expect((await traces.usage(other, range, 'day', { limit: 9 })).groups).toEqual([]);
    expect(await traces.ofProcess(other, 'prc_1', { limit: 9 })).toEqual([]);
  });

  it('of one process come in order, also those of one moment, page by page', async () => {
    const processId = newId('prc');
    const ids = ['t:0', 't:1', 't:2', 't:3'].map((id) => `${processId}:${id}`);
    const late = new Date('2026-11-29T11:00:00Z');
    await stored(
      { _id: ids[2], processId, at: late },
      { _id: ids[0], processId },
      { _id: ids[3], processId, at: late },
      { _id: ids[1], processId },
    );
    const first = await traces.ofProcess(scope, processId, { limit: 3 });
    expect(first.map(({ _id }) => _id)).toEqual(ids.slice(0, 3));
    const { at, _id: id } = first[2]!;
    const rest = await traces.ofProcess(scope, processId, { limit: 3, after: { at, id } });
    expect(rest.map(({ _id }) => _id)).toEqual(ids.slice(3));
  });

  it('show what was said where that is asked for', async () => {
    const processId = newId('prc');
    await stored({ processId, content: '{"messages":[]}' });
    const [quiet] = await traces.ofProcess(scope, processId, { limit: 1 });
    expect(quiet).not.toHaveProperty('content');
    const [open] = await traces.ofProcess(scope, processId, { limit: 1, content: true });
    expect(open?.content).toBe('{"messages":[]}');
  });

  it('lose their contents, not themselves, when more waits than memory is for', async () => {
    const content = 'x'.repeat(6 * 1024 * 1024);
    await stored({ content }, { content }, { content });
    const rows = database.connection.collection('llm_traces');
    const { tenantId } = scope;
    expect(await rows.countDocuments({ tenantId, content: { $exists: true } })).toBe(2);
    expect(await rows.countDocuments({ tenantId })).toBe(3);
  });

  it('are not shown beyond their time, which MongoDB may overlook for a while', async () => {
    const processId = newId('prc');
    await stored({ processId });
    const over = { ...trace({ processId, expiresAt: new Date(Date.now() - 1_000) }), ...scope };
    await database.connection.collection<LlmTraceDocument>('llm_traces').insertOne(over);
    expect(await traces.ofProcess(scope, processId, { limit: 9 })).toHaveLength(1);
    expect((await total()).requests).toBe(1);
  });

  it('are not summed for longer than a database can bear: a shorter range is asked for', async () => {
    await stored(...Array.from({ length: 4_000 }, () => ({})));
    await expect(traces.usage(scope, range, 'day', { limit: 9, mostMs: 1 })).rejects.toMatchObject({
      ...{ code: 'BAD_REQUEST', data: { errors: [{ path: 'from' }] } },
    });
  });

  it('go when their time is over', async () => {
    const indexes = await database.connection.collection('llm_traces').indexes();
    expect(indexes).toContainEqual(
      expect.objectContaining({ key: { expiresAt: 1 }, expireAfterSeconds: 0 }),
    );
  });
});
