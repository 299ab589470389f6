import fc from 'fast-check';
import { newId, tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { DocumentRepository } from './document.repository';
import type { DocumentExpectation } from './expectation';

/** What one step does to one path. */
type Step =
  | {
      readonly do: 'write';
      readonly content: string;
      readonly title?: string;
      readonly expect: Expect;
    }
  | { readonly do: 'delete'; readonly expect: Exclude<Expect, 'absent'> }
  /** A write that died after it had filed what it was going to replace. */
  | { readonly do: 'die' };
/** A version is told as its distance from the last one. */
type Expect = 'any' | 'absent' | 'present' | { readonly back: number };

/** The same in memory: one entry per version, null for a deletion. */
type Model = ({ readonly content: string; readonly title?: string } | null)[];

const expectation = fc.oneof(
  fc.constantFrom<Expect>('any', 'any', 'absent', 'present'),
  fc.constantFrom(0, 0, 0, 1, 2).map((back): Expect => ({ back })),
);
const text = fc.constantFrom('', 'a', 'b', 'ü🙂', '$set', '{"$gt": ""}');
const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc
      .record({ content: text, title: fc.option(text, { nil: undefined }), expect: expectation })
      .map((write): Step => ({ do: 'write', ...write })),
  },
  {
    weight: 2,
    arbitrary: expectation
      .filter((expect) => expect !== 'absent')
      .map((expect): Step => ({ do: 'delete', expect })),
  },
  { weight: 1, arbitrary: fc.constant<Step>({ do: 'die' }) },
);

const key = { project: 'p', path: 'a.md' };

function meant(expect: Expect, last: number): DocumentExpectation {
  return typeof expect === 'string' ? expect : { versions: [last - expect.back] };
}

function holds(model: Model, expect: Expect): boolean {
  const there = (model.at(-1) ?? null) !== null;
  if (expect === 'any') return true;
  if (expect === 'absent') return !there;
  return there && (expect === 'present' || expect.back === 0);
}

describe('documents and their versions', () => {
  let database: Database;
  let documents: DocumentRepository;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('document-versions') });
    documents = new DocumentRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });

  it('are what a list of texts says, whatever is written, deleted, refused or cut off', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 12 }), async (steps) => {
        const scope = tenantScope(newId('usr'));
        const model: Model = [];
        for (const one of steps) {
          if (one.do === 'die') await die(scope.tenantId);
          if (one.do === 'write') {
            const { content, title, expect: expected } = one;
            const write = { content, title, updatedBy: 'usr_1' };
            const head = await documents.write(scope, key, write, meant(expected, model.length));
            expect(head !== null).toBe(holds(model, expected));
            if (head === null) continue;
            const kept = title ?? model.at(-1)?.title;
            model.push({ content, ...(kept === undefined ? {} : { title: kept }) });
            expect(head.version).toBe(model.length);
          }
          if (one.do === 'delete') {
            const expected = meant(one.expect, model.length);
            if (expected === 'absent') continue;
            const done = await documents.delete(scope, key, 'usr_1', expected);
            const there = (model.at(-1) ?? null) !== null;
            if (!there) expect(done).toBe('absent');
            else expect(done).toBe(holds(model, one.expect) ? model.length + 1 : 'other');
            if (typeof done === 'number') model.push(null);
          }
        }
        const last = await documents.find(scope, key);
        expect(last === null ? null : shown(last)).toEqual(model.at(-1) ?? null);
        const history = await documents.history(scope, key, { limit: 100 });
        expect(history.map(({ version }) => version)).toEqual(
          model.map((_, i) => model.length - i),
        );
        for (const [index, text] of model.entries()) {
          const version = await documents.version(scope, key, index + 1);
          expect(version?.deletedAt === undefined && version ? shown(version) : null).toEqual(text);
        }
        expect(await documents.version(scope, key, model.length + 1)).toBeNull();
      }),
      { numRuns: 60 },
    );
  });

  it.each(['documents', 'document_versions'])(
    'are refused, not waited for, where a row of %s that is not ours stands in the way',
    async (collection) => {
      const scope = tenantScope(newId('usr'));
      const write = { content: 'ours', updatedBy: 'usr_1' };
      if (collection === 'document_versions') await documents.write(scope, key, write, 'any');
      const place = { _id: newId('usr'), tenantId: scope.tenantId, ...key };
      const stranger = { ...place, version: 1, content: 'by hand' };
      const rows = database.connection.collection<{ _id: string }>(collection);
      await rows.insertOne(stranger);
      await expect(documents.write(scope, key, write, 'any')).rejects.toMatchObject({
        ...{ code: 'CONFLICT', message: expect.stringContaining(collection) },
      });
      await rows.deleteOne({ _id: stranger._id });
      expect(await documents.write(scope, key, write, 'any')).not.toBeNull();
    },
  );

  /** Files the last version and goes no further. */
  async function die(tenantId: string): Promise<void> {
    const rows = database.connection.collection<{ _id: string; version: number }>('documents');
    const filed = database.connection.collection<{ _id: string }>('document_versions');
    const last = await rows.findOne({ tenantId });
    if (last === null) return;
    const _id = `${last._id}:${last.version}`;
    await filed.updateOne({ _id }, { $setOnInsert: { ...last, _id } }, { upsert: true });
  }
});

function shown({ content, title }: { readonly content: string; readonly title?: string }) {
  return { content, ...(title === undefined ? {} : { title }) };
}
