import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { MAX_RELATIONS, RelationRepository } from './relation.repository';
import { relationSchema } from './relation.schema';

const ONE = tenantScope('tenant-1');
const TWO = tenantScope('tenant-2');
const relation = (from: string, type: string, to: string) => ({ from, type, to });

describe('relations', () => {
  let database: Database;
  let relations: RelationRepository;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('relations') });
    relations = new RelationRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });

  it('are directed, typed, and found from either end', async () => {
    await relations.add(ONE, 'p', relation('a.md', 'supersedes', 'b.md'), 'usr_1');
    await relations.add(ONE, 'p', relation('b.md', 'cites', 'c.md'), 'usr_1');
    const found = (query: object) => relations.find(ONE, 'p', query, 10);
    expect(await found({ from: 'b.md' })).toEqual([relation('b.md', 'cites', 'c.md')]);
    expect(await found({ to: 'b.md' })).toEqual([relation('a.md', 'supersedes', 'b.md')]);
    expect(await found({ thing: 'b.md' })).toHaveLength(2);
    expect(await found({ thing: 'b.md', type: 'cites' })).toHaveLength(1);
    expect(await found({ from: 'c.md' })).toEqual([]);
    expect(await relations.find(ONE, 'p', {}, 1)).toEqual([relation('a.md', 'supersedes', 'b.md')]);
  });

  it('said by many at once are one, and can be taken back', async () => {
    const same = relation('x', 'is', 'y');
    const added = await Promise.all(
      Array.from({ length: 20 }, () => relations.add(ONE, 'q', same, 'usr_1')),
    );
    expect(added.filter(Boolean)).toHaveLength(1);
    expect(await relations.find(ONE, 'q', {}, 10)).toEqual([same]);
    expect(await relations.delete(ONE, 'q', same)).toBe(true);
    expect(await relations.delete(ONE, 'q', same)).toBe(false);
  });

  it('of another tenant and project are not there', async () => {
    const hidden = relation('mine', 'is', 'secret');
    await relations.add(ONE, 'r', hidden, 'usr_1');
    expect(await relations.find(TWO, 'r', {}, 10)).toEqual([]);
    expect(await relations.find(ONE, 's', {}, 10)).toEqual([]);
    expect(await relations.delete(TWO, 'r', hidden)).toBe(false);
  });

  it('take names that look like operators or paths as names', async () => {
    const odd = relation('$where', '__proto__', '{"$ne":1}');
    await relations.add(ONE, 't', odd, 'usr_1');
    expect(await relations.find(ONE, 't', { thing: '$where' }, 10)).toEqual([odd]);
  });

  it('end at a number that says so', async () => {
    const rows = Array.from({ length: MAX_RELATIONS }, (_, i) => ({
      ...{ _id: `full_${i}`, tenantId: 'tenant-1', project: 'full', createdBy: 'usr_1' },
      ...{ ...relation('a', 'is', String(i)), createdAt: new Date() },
    }));
    await database.collection('relations', relationSchema).insertMany(rows);
    await expect(
      relations.add(ONE, 'full', relation('one', 'too', 'many'), 'usr_1'),
    ).rejects.toMatchObject({ code: 'LIMIT_EXCEEDED' });
  });
});
