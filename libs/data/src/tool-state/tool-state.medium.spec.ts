import { tenantScope } from '@vance/kernel';
import { testDatabaseUri } from '@vance/testing';
import { Database } from '../database';
import { DataStoreRepository } from './data-store.repository';
import { MAX_KEYS, MAX_VALUE_BYTES } from './keyed-text';
import { ScratchpadRepository } from './scratchpad.repository';

const ONE = tenantScope('tenant-1');
const TWO = tenantScope('tenant-2');

describe('what tools keep between calls', () => {
  let database: Database;
  let scratchpad: ScratchpadRepository;
  let store: DataStoreRepository;

  beforeAll(async () => {
    database = await Database.connect({ uri: testDatabaseUri('tool_state') });
    scratchpad = new ScratchpadRepository(database);
    store = new DataStoreRepository(database);
    await database.ensureIndexes();
  });
  afterAll(async () => {
    await database.connection.dropDatabase();
    await database.close();
  });

  it.each(['plain', 'a.b.c', '$where', '__proto__', '🙂', ' ', 'ключ', 'x'.repeat(200)])(
    'takes the key %j as a text like any other',
    async (key) => {
      await scratchpad.set(ONE, 'prc_keys', key, '{"$set":{"a.b":1}}');
      expect(await scratchpad.get(ONE, 'prc_keys', key)).toBe('{"$set":{"a.b":1}}');
      expect((await scratchpad.list(ONE, 'prc_keys')).map((entry) => entry.key)).toContain(key);
      expect(await scratchpad.delete(ONE, 'prc_keys', key)).toBe(true);
      expect(await scratchpad.delete(ONE, 'prc_keys', key)).toBe(false);
      expect(await scratchpad.get(ONE, 'prc_keys', key)).toBeNull();
    },
  );

  it('keeps tenants, owners and the two stores apart', async () => {
    await scratchpad.set(ONE, 'same', 'key', '"one"');
    await scratchpad.set(TWO, 'same', 'key', '"two"');
    await store.set(ONE, 'same', 'key', '"shared"');
    expect(await scratchpad.get(ONE, 'same', 'key')).toBe('"one"');
    expect(await scratchpad.get(TWO, 'same', 'key')).toBe('"two"');
    expect(await scratchpad.get(ONE, 'other', 'key')).toBeNull();
    expect(await store.get(ONE, 'same', 'key')).toBe('"shared"');
    expect(await store.get(TWO, 'same', 'key')).toBeNull();
  });

  it('keeps the last of many writers, whoever comes first', async () => {
    const values = Array.from({ length: 20 }, (_, i) => `"${i}"`);
    await Promise.all(values.map((value) => store.set(ONE, 'race', 'key', value)));
    expect(values).toContain(await store.get(ONE, 'race', 'key'));
  });

  it('keeps a value of 256 KiB and refuses a larger one', async () => {
    await store.set(ONE, 'limits', 'big', 'x'.repeat(MAX_VALUE_BYTES));
    const larger = store.set(ONE, 'limits', 'bigger', 'ä'.repeat(MAX_VALUE_BYTES / 2 + 1));
    await expect(larger).rejects.toThrow(/at most 262144/);
  });

  it('refuses a key beyond the last, but changes those that are there', async () => {
    await scratchpad.set(ONE, 'full', 'k1', '1');
    const others = Array.from({ length: MAX_KEYS - 1 }, (_, i) => ({
      ...{ _id: `full-${i}`, tenantId: ONE.tenantId, owner: 'full', key: `other-${i}` },
      ...{ value: '1', bytes: 1, updatedAt: new Date() },
    }));
    await database.connection.collection<{ _id: string }>('scratchpad').insertMany(others);
    await expect(scratchpad.set(ONE, 'full', 'one more', '1')).rejects.toThrow(/1000 keys already/);
    await scratchpad.set(ONE, 'full', 'k1', '2');
    expect(await scratchpad.get(ONE, 'full', 'k1')).toBe('2');
  });
});
