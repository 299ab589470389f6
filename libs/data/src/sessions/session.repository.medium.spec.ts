import { newId, tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { SessionRepository } from './session.repository';

const acme = tenantScope('acme');
const globex = tenantScope('globex');

describe('sessions', () => {
  let database: Database;
  let sessions: SessionRepository;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('sessions') });
    sessions = new SessionRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });

  const create = async (): Promise<string> => {
    const _id = newId('ses');
    await sessions.create(acme, {
      ...{ _id, project: 'p', userId: 'usr_1', title: 'Mine', recipe: 'arthur' },
      ...{ chatProcessId: newId('prc'), createdAt: new Date() },
    });
    return _id;
  };

  it('of another tenant are not there: to be found, listed, renamed or deleted', async () => {
    const id = await create();
    const owner = { project: 'p', userId: 'usr_1' };
    expect(await sessions.find(globex, id)).toBeNull();
    expect(await sessions.list(globex, owner, 10)).toEqual([]);
    expect(await sessions.rename(globex, id, 'Theirs')).toBeNull();
    expect(await sessions.delete(globex, id)).toBe(false);
    expect(await sessions.find(acme, id)).toMatchObject({ title: 'Mine' });
    expect(await sessions.list(acme, owner, 10)).toHaveLength(1);
  });

  it('that were deleted are not there either', async () => {
    const id = await create();
    expect(await sessions.delete(acme, id)).toBe(true);
    expect(await sessions.find(acme, id)).toBeNull();
    expect(await sessions.delete(acme, id)).toBe(false);
  });
});
