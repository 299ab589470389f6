import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { eventually } from '@vance/testing';
import { Cluster, PlanTalk } from './harness';

const REFUSED = '/api/v1/audit?action=tool-refused&limit=200';
const VERIFY = resolve(__dirname, '../../../tools/verify-audit.mjs');

describe('the record of tools that a model is refused', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it('is bounded, and says how many rows were left out', async () => {
    const own = await cluster.anotherTenant();
    const one = await PlanTalk.of(cluster, own);
    await one.toPlanning();
    const calls = Array.from({ length: 30 }, () => ({ name: 'data_set', args: { key: 'k' } }));
    for (const words of ['Set it.', 'Again.']) await one.say(words, { kind: 'calls', calls });
    const rows = async () => (await own.get<{ items: object[] }>(REFUSED)).items;
    // The record is written beside the turn, not before it.
    await eventually(async () => expect(await rows()).toHaveLength(30));
    // A worker that ends tells what it has counted.
    await cluster.workers[0]!.stop();
    await cluster.startWorker(0);
    const after = await rows();
    expect(after).toHaveLength(31);
    expect(after[0]).toMatchObject({ data: { tool: 'data_set', leftOut: 29 } });
  });
});

describe('npm run audit:verify', () => {
  let cluster: Cluster;
  let tenant: string;
  let of: string;

  beforeAll(async () => {
    cluster = await Cluster.start({ workers: 0 });
    const admin = await cluster.account();
    for (const name of ['one', 'two', 'three', 'four'])
      await admin.post('/api/v1/projects', { name });
    const created = await rows().findOne({ action: 'tenant-created' });
    tenant = String(created?.['target']);
    of = String(created?.['tenantId']);
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const verify = (...args: string[]): Promise<{ code: number; out: string }> =>
    new Promise((done) => {
      const { MONGODB_URI, VANCE_MONGO_DB } = cluster.env('verify');
      const env = { ...process.env, MONGODB_URI, VANCE_MONGO_DB };
      execFile(process.execPath, [VERIFY, ...args], { env }, (error, out, err) =>
        done({ code: error ? Number(error.code ?? -1) : 0, out: out + err }),
      );
    });
  const rows = () => cluster.mongo.db(cluster.database).collection('audit_log');
  const heads = () => cluster.mongo.db(cluster.database).collection('audit_heads');
  /** Harms the tenant's rows, asks, and puts everything back. */
  const harmed = async (harm: (of: string) => Promise<unknown>, ...args: string[]) => {
    const before = await rows().find({ tenantId: of }).toArray();
    const head = await heads().findOne({ tenantId: of });
    await harm(of);
    const found = await verify(...args);
    await rows().deleteMany({ tenantId: of });
    await rows().insertMany(before);
    if (head) await heads().replaceOne({ _id: head._id }, head, { upsert: true });
    return found;
  };

  it('holds, the platform’s own too', async () => {
    const { code, out } = await verify();
    expect(out).toMatch(/^the platform: \d+ rows, unbroken$/m);
    expect(out).toMatch(new RegExp(`^${tenant}: \\d+ rows, unbroken$`, 'm'));
    expect(out).toMatch(/^every chain holds$/m);
    expect(code).toBe(0);
  });

  it.each<[string, (of: string) => Promise<unknown>, RegExp]>([
    [
      'a row that was changed',
      (of) => rows().updateOne({ tenantId: of, n: 3 }, { $set: { actor: 'usr_somebody' } }),
      /2 rows hold, then row 3 \(aud_\w+\): it does not say what it said/,
    ],
    [
      'data that were changed',
      (of) => rows().updateOne({ tenantId: of, n: 2 }, { $set: { 'data.roles': [] } }),
      /1 rows hold, then row 2 \(aud_\w+\): it does not say what it said/,
    ],
    [
      'a row that was removed',
      (of) => rows().deleteOne({ tenantId: of, n: 4 }),
      /3 rows hold, then row 4 \(aud_\w+\): rows before it are gone/,
    ],
    [
      'an end that was cut off',
      (of) => rows().deleteMany({ tenantId: of, n: { $gt: 5 } }),
      /5 rows hold, then row 6: it and all after it are gone/,
    ],
    [
      'a log that was emptied',
      (of) => rows().deleteMany({ tenantId: of }),
      /0 rows hold, then row 1: it and all after it are gone/,
    ],
    [
      'a log that was emptied, its note too',
      (of) =>
        Promise.all([rows().deleteMany({ tenantId: of }), heads().deleteOne({ _id: of as never })]),
      /0 rows hold, then row 1: it and all after it are gone/,
    ],
    [
      'a field that was added',
      (of) => rows().updateOne({ tenantId: of, n: 2 }, { $set: { note: 'x' } }),
      /1 rows hold, then row 2 \(aud_\w+\): it does not say what it said/,
    ],
  ])('tells of %s', async (_, harm, told) => {
    const { code, out } = await harmed(harm);
    expect(out).toMatch(told);
    expect(out).toMatch(/^not every chain holds$/m);
    expect(code).toBe(1);
  });

  it('tells of an end that was cut off with its note, by a report that was kept', async () => {
    const file = join(tmpdir(), `${randomUUID()}.txt`);
    await writeFile(file, (await verify()).out);
    const cut = async (of: string) => {
      await rows().deleteMany({ tenantId: of, n: { $gt: 5 } });
      await heads().deleteOne({ _id: of as never });
    };
    expect(await harmed(cut)).toMatchObject({ code: 0 });
    const { code, out } = await harmed(cut, file);
    expect(out).toMatch(/5 rows hold, then row 6: it and all after it are gone/);
    expect(code).toBe(1);
  });
});
