import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { MAX_CORPORA, MAX_PASSAGES, RagRepository } from './rag.repository';
import { ragPassageSchema } from './rag.schema';

const ONE = tenantScope('tenant-1');
const TWO = tenantScope('tenant-2');
const key = (corpus: string, project = 'p') => ({ project, corpus });
const english = { description: '', language: 'english', by: 'usr_1' } as const;

describe('corpora of passages', () => {
  let database: Database;
  let rag: RagRepository;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('rag') });
    rag = new RagRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });
  const stored = (batchOf: object = {}) =>
    database.collection('rag_passages', ragPassageSchema).countDocuments(batchOf);
  const sources = async (...[scope, at, words]: [typeof ONE, ReturnType<typeof key>, string]) =>
    (await rag.search(scope, at, words, 10)).map(({ source, passage }) => `${source}:${passage}`);

  it('give the passages that fit best, best first, with where they stand', async () => {
    await rag.create(ONE, key('sea'), english);
    await rag.put(ONE, key('sea'), 'whales.md', ['Ships sail.', 'Whales sing; a whale sings.']);
    await rag.put(ONE, key('sea'), 'birds.md', ['Birds sing in the morning and fly far away.']);
    expect(await sources(ONE, key('sea'), 'whale singing')).toEqual(['whales.md:2', 'birds.md:1']);
    const [best] = await rag.search(ONE, key('sea'), 'whale', 1);
    expect(best).toMatchObject({ text: 'Whales sing; a whale sings.', score: expect.any(Number) });
    expect(await sources(ONE, key('sea'), 'submarine')).toEqual([]);
  });

  it('know the stems of their language', async () => {
    await rag.create(ONE, key('de'), { ...english, language: 'german' });
    await rag.put(ONE, key('de'), 'a', ['Die Häuser stehen am Fluss.']);
    expect(await sources(ONE, key('de'), 'Haus')).toEqual(['a:1']);
  });

  it('replace a source as a whole, and leave no passage of the old one', async () => {
    await rag.create(ONE, key('re'), english);
    expect(await rag.put(ONE, key('re'), 'a', ['old apples', 'old pears'])).toBe('added');
    expect(await rag.put(ONE, key('re'), 'a', ['new apples'])).toBe('replaced');
    expect(await sources(ONE, key('re'), 'apples pears')).toEqual(['a:1']);
    const [{ generation } = { generation: '' }] = [await rag.find(ONE, key('re'))].flatMap(
      (c) => c ?? [],
    );
    expect(await stored({ corpus: generation })).toBe(1);
  });

  it('hold exactly one of a source that many add at once', async () => {
    await rag.create(ONE, key('race'), english);
    await Promise.all(
      Array.from({ length: 12 }, (_, i) => rag.put(ONE, key('race'), 'same', [`fruit ${i}`])),
    );
    expect(await sources(ONE, key('race'), 'fruit')).toEqual(['same:1']);
    const corpus = await rag.find(ONE, key('race'));
    expect(corpus?.sources).toHaveLength(1);
    expect(await stored({ corpus: corpus?.generation })).toBe(1);
  });

  it('show nothing of an addition that died before it counted', async () => {
    await rag.create(ONE, key('died'), english);
    const corpus = await rag.find(ONE, key('died'));
    await database.collection('rag_passages', ragPassageSchema).insertOne({
      ...{ _id: 'psg_orphan', tenantId: 'tenant-1', project: 'p', corpus: corpus!.generation },
      ...{ batch: 'rag_never', source: 'a', n: 1, text: 'orphan', language: 'english' },
    });
    expect(await sources(ONE, key('died'), 'orphan')).toEqual([]);
    await rag.remove(ONE, key('died'));
    expect(await stored({ _id: 'psg_orphan' })).toBe(0);
  });

  it('lose a source or all they hold when told to; a new one of the name is empty', async () => {
    await rag.create(ONE, key('gone'), english);
    await rag.put(ONE, key('gone'), 'a', ['apple']);
    await rag.put(ONE, key('gone'), 'b', ['apple']);
    expect(await rag.removeSource(ONE, key('gone'), 'a')).toBe(true);
    expect(await rag.removeSource(ONE, key('gone'), 'a')).toBe(false);
    expect(await sources(ONE, key('gone'), 'apple')).toEqual(['b:1']);
    expect(await rag.remove(ONE, key('gone'))).toBe(true);
    await rag.create(ONE, key('gone'), english);
    expect(await sources(ONE, key('gone'), 'apple')).toEqual([]);
  });

  it('of another tenant or project are neither found nor changed', async () => {
    await rag.create(ONE, key('mine'), english);
    await rag.put(ONE, key('mine'), 'a', ['secret']);
    await rag.create(TWO, key('mine'), english);
    expect(await sources(TWO, key('mine'), 'secret')).toEqual([]);
    await expect(rag.search(TWO, key('sea'), 'whale', 5)).rejects.toMatchObject({ status: 404 });
    await expect(rag.put(ONE, key('mine', 'other'), 'a', ['x'])).rejects.toMatchObject({
      status: 404,
    });
    expect(await rag.remove(TWO, key('mine'))).toBe(true);
    expect(await sources(ONE, key('mine'), 'secret')).toEqual(['a:1']);
    expect((await rag.list(TWO, 'p')).map(({ name }) => name)).toEqual([]);
  });

  it('are made once, and no more than a project may have', async () => {
    const make = (i: number) => rag.create(ONE, key(`c${i}`, 'many'), english);
    expect(await Promise.all([make(0), make(0), make(0)])).toEqual(
      expect.arrayContaining([true, false, false]),
    );
    await Promise.all(Array.from({ length: MAX_CORPORA - 1 }, (_, i) => make(i + 1)));
    await expect(make(MAX_CORPORA)).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
    expect(await make(0)).toBe(false);
  });

  it('refuse more passages than they may hold, before anything is stored', async () => {
    await rag.create(ONE, key('large'), english);
    const before = await stored();
    const texts = Array.from({ length: MAX_PASSAGES + 1 }, () => 'x');
    await expect(rag.put(ONE, key('large'), 'a', texts)).rejects.toThrow(/at most 20000/);
    expect(await stored()).toBe(before);
  });
});
