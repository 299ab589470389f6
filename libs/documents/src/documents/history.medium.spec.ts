import { tenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { DocumentsApp } from '../testing/documents-app';
import { DocumentService, MAX_DOCUMENT_BYTES } from './document.service';

const ONE = tenantScope('ten_one');
const TWO = tenantScope('ten_two');
const admin = { userId: 'usr_admin', administers: true };
const member = { userId: 'usr_member', administers: false };

describe('the history of a document', () => {
  let app: DocumentsApp;
  let documents: DocumentService;

  beforeAll(async () => {
    app = await DocumentsApp.start('history');
    documents = app.module.get(DocumentService);
  });
  afterAll(() => app.drop());

  const write = (path: string, content: string, more: { title?: string } = {}, by = member) =>
    documents.write(ONE, 'p', path, { content, ...more }, by);
  const textOf = async (path: string, version: number) =>
    (await documents.version(ONE, 'p', path, version)).content;
  const versions = async (path: string, limit = 100, before?: number) =>
    (await documents.history(ONE, 'p', path, { limit, before })).map(({ version }) => version);
  const filed = () => app.database.connection.collection('document_versions');

  it('keeps every version, who made it, when, how long it is and what it hashes to', async () => {
    await write('a.md', 'first', { title: 'One' });
    await write('a.md', '', {}, admin);
    await write('a.md', 'drei ü');
    expect(await documents.history(ONE, 'p', 'a.md', { limit: 10 })).toEqual([
      expect.objectContaining({ version: 3, bytes: 7, updatedBy: 'usr_member', title: 'One' }),
      expect.objectContaining({ version: 2, bytes: 0, updatedBy: 'usr_admin' }),
      expect.objectContaining({
        ...{ version: 1, bytes: 5, updatedAt: expect.any(Date) },
        hash: 'a7937b64b8caa58f03721bb6bacf5c78cb235febe0e70b1b84cd99541461a08e',
      }),
    ]);
    expect([await textOf('a.md', 1), await textOf('a.md', 2), await textOf('a.md', 3)]).toEqual([
      'first',
      '',
      'drei ü',
    ]);
  });

  it('has a delete as a version without a text, and goes on after it', async () => {
    await write('gone.md', 'text');
    await documents.delete(ONE, 'p', 'gone.md', admin);
    const [last] = await documents.history(ONE, 'p', 'gone.md', { limit: 10 });
    expect(last).toMatchObject({ version: 2, updatedBy: 'usr_admin', deletedAt: expect.any(Date) });
    expect(last).not.toHaveProperty('hash');
    expect(await textOf('gone.md', 1)).toBe('text');
    const noText = { code: 'VERSION_NOT_FOUND', status: 404 };
    await expect(textOf('gone.md', 2)).rejects.toMatchObject(noText);
    await write('gone.md', 'back');
    expect(await versions('gone.md')).toEqual([3, 2, 1]);
  });

  it('is told in pages, newest first', async () => {
    for (const text of ['1', '2', '3', '4', '5']) await write('pages.md', text);
    expect(await versions('pages.md', 2)).toEqual([5, 4]);
    expect(await versions('pages.md', 2, 4)).toEqual([3, 2]);
    expect(await versions('pages.md', 2, 2)).toEqual([1]);
    expect(await versions('pages.md', 2, 1)).toEqual([]);
  });

  it('misses nothing and doubles nothing when many write at once', async () => {
    const all = Array.from({ length: 12 }, (_, i) => `text ${i}`);
    await Promise.all(all.map((text) => write('race.md', text)));
    const numbers = await versions('race.md');
    expect(numbers).toEqual(all.map((_, i) => 12 - i));
    const texts = await Promise.all(numbers.map((version) => textOf('race.md', version)));
    expect(texts.sort()).toEqual([...all].sort());
  });

  it('of a write that died between its two rows is whole: the next one files it again, as the same', async () => {
    await write('crash.md', 'first');
    const row = await app.database.connection
      .collection<{ _id: string; path: string }>('documents')
      .findOne({ path: 'crash.md' });
    if (row === null) throw new Error('no row');
    // What a crash leaves after filing and before replacing.
    await filed().insertOne({ ...row, _id: `${row._id}:1` } as never);
    expect(await versions('crash.md')).toEqual([1]);
    await write('crash.md', 'second');
    expect(await versions('crash.md')).toEqual([2, 1]);
    expect(await filed().countDocuments({ path: 'crash.md' })).toBe(1);
    expect(await textOf('crash.md', 1)).toBe('first');
  });

  it('brings an earlier text and title back as a new version', async () => {
    await write('back.md', 'good', { title: 'Good' });
    await write('back.md', 'bad', { title: 'Bad' });
    const head = await documents.restore(ONE, 'p', 'back.md', 1, member);
    expect(head).toMatchObject({ version: 3, title: 'Good', restoredFrom: 1 });
    expect((await documents.read(ONE, 'p', 'back.md')).content).toBe('good');
    // What is written on top is no restoring.
    expect(await write('back.md', 'new')).not.toHaveProperty('restoredFrom');
    await documents.delete(ONE, 'p', 'back.md', member);
    expect(await documents.restore(ONE, 'p', 'back.md', 2, member)).toMatchObject({ version: 6 });
    expect((await documents.read(ONE, 'p', 'back.md')).content).toBe('bad');
  });

  it('is restored only over the version that was seen', async () => {
    await write('seen.md', 'one');
    await write('seen.md', 'two');
    const stale = documents.restore(ONE, 'p', 'seen.md', 1, member, { versions: [1] });
    await expect(stale).rejects.toMatchObject({ code: 'PRECONDITION_FAILED', status: 412 });
    const fresh = documents.restore(ONE, 'p', 'seen.md', 1, member, { versions: [2] });
    await expect(fresh).resolves.toMatchObject({ version: 3 });
  });

  it('brings nothing back that could not be saved today', async () => {
    const path = 'recipes/old.yaml';
    const yaml = 'name: old\ntitle: t\ndescription: d\nengine: arthur\n';
    await write(path, yaml, {}, admin);
    await app.database.connection
      .collection('documents')
      .updateOne({ path }, { $set: { content: 'engine: [' } });
    await write(path, yaml, {}, admin);
    await expect(documents.restore(ONE, 'p', path, 1, admin)).rejects.toMatchObject({
      code: 'RECIPE_INVALID',
    });
    await expect(documents.restore(ONE, 'p', path, 2, member)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    await documents.restore(ONE, 'p', path, 2, admin);
    expect(await app.module.get(Audit).list(ONE, { limit: 50 })).toContainEqual(
      expect.objectContaining({
        action: 'configuration-changed',
        target: `p/${path}`,
        data: expect.objectContaining({ version: 3, restoredFrom: 2 }),
      }),
    );
  });

  it('of another tenant, or of a path that never was, is not found', async () => {
    await write('mine.md', 'x');
    const gone = { code: 'NOT_FOUND', status: 404 };
    await expect(documents.history(TWO, 'p', 'mine.md', { limit: 9 })).rejects.toMatchObject(gone);
    await expect(documents.version(TWO, 'p', 'mine.md', 1)).rejects.toMatchObject(gone);
    await expect(documents.restore(TWO, 'p', 'mine.md', 1, admin)).rejects.toMatchObject(gone);
    await expect(textOf('never.md', 1)).rejects.toMatchObject(gone);
    await expect(textOf('mine.md', 2)).rejects.toMatchObject({
      ...{ code: 'VERSION_NOT_FOUND', status: 404 },
      message: expect.stringContaining('its last is 1'),
    });
  });

  it('keeps the largest documents too', async () => {
    const big = 'x'.repeat(MAX_DOCUMENT_BYTES);
    await write('big.md', big);
    await write('big.md', 'small');
    expect((await textOf('big.md', 1)).length).toBe(MAX_DOCUMENT_BYTES);
  });

  it('is looked up by an index', async () => {
    const plan = await filed()
      .find({ tenantId: 'ten_one', project: 'p', path: 'a.md', version: { $lt: 9 } })
      .sort({ version: -1 })
      .explain('queryPlanner');
    expect(JSON.stringify(plan)).toContain('IXSCAN');
    expect(JSON.stringify(plan)).not.toContain('"SORT"');
  });
});
