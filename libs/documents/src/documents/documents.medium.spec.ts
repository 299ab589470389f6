import { tenantScope } from '@vance/kernel';
import { Audit } from '@vance/tenancy';
import { Cascade } from '../cascade/cascade';
import { DocumentsApp } from '../testing/documents-app';
import { DocumentService, MAX_DOCUMENT_BYTES } from './document.service';

const ONE = tenantScope('ten_one');
const TWO = tenantScope('ten_two');
const admin = { userId: 'usr_admin', administers: true };
const member = { userId: 'usr_member', administers: false };
const page = { limit: 100 };

describe('documents', () => {
  let app: DocumentsApp;
  let documents: DocumentService;
  let cascade: Cascade;

  beforeAll(async () => {
    app = await DocumentsApp.start('documents');
    documents = app.module.get(DocumentService);
    cascade = app.module.get(Cascade);
  });
  afterAll(() => app.drop());

  const write = (path: string, content: string, scope = ONE, project = 'p', by = admin) =>
    documents.write(scope, project, path, { content }, by);

  it('keep their text exactly and count their versions', async () => {
    const text = 'line\r\n\ttab \u2028 🙂 {{ mode }} ${x}\n';
    expect(await write('notes/one.md', text)).toMatchObject({ path: 'notes/one.md', version: 1 });
    expect(await documents.read(ONE, 'p', 'notes/one.md')).toMatchObject({
      content: text,
      version: 1,
    });
    expect((await write('notes/one.md', '')).version).toBe(2);
    expect((await documents.read(ONE, 'p', 'notes/one.md')).content).toBe('');
  });

  it('mend what no text can hold, in their title too', async () => {
    const text = { content: 'a\ud800b', title: 'c\udfffd' };
    await documents.write(ONE, 'p', 'surrogates.md', text, admin);
    expect(await documents.read(ONE, 'p', 'surrogates.md')).toMatchObject({
      ...{ content: 'a\ufffdb', title: 'c\ufffdd' },
    });
  });

  it('of another tenant or project do not exist', async () => {
    await write('same.md', 'of one');
    await write('same.md', 'of two', TWO);
    await write('same.md', 'of q', ONE, 'q');
    expect((await documents.read(ONE, 'p', 'same.md')).content).toBe('of one');
    expect((await documents.read(TWO, 'p', 'same.md')).content).toBe('of two');
    await write('mine.md', 'x');
    const gone = { code: 'NOT_FOUND', status: 404 };
    await expect(documents.read(TWO, 'p', 'mine.md')).rejects.toMatchObject(gone);
    await expect(documents.delete(TWO, 'p', 'mine.md', admin)).rejects.toMatchObject(gone);
    expect((await documents.list(TWO, 'p', '', page)).map(({ path }) => path)).toEqual(['same.md']);
    expect(await documents.find(TWO, 'p', 'one')).toEqual([]);
  });

  it('are replaced only in the version the writer saw', async () => {
    const put = (content: string, version: number) =>
      documents.write(ONE, 'p', 'etag.md', { content }, member, { versions: [version] });
    const stale = { code: 'PRECONDITION_FAILED', status: 412 };
    await expect(put('zero', 1)).rejects.toMatchObject(stale);
    await write('etag.md', 'first');
    expect((await put('second', 1)).version).toBe(2);
    await expect(put('third', 1)).rejects.toMatchObject(stale);
    await expect(
      documents.delete(ONE, 'p', 'etag.md', member, { versions: [1] }),
    ).rejects.toMatchObject(stale);
    expect((await documents.read(ONE, 'p', 'etag.md')).content).toBe('second');
  });

  it('deleted without a precondition are gone or were not there, whoever writes meanwhile', async () => {
    const deletions: string[] = [];
    for (let round = 0; round < 15; round += 1) {
      const one = () =>
        documents.delete(ONE, 'p', 'flicker.md', member).then(
          () => 'done',
          (error: { code: string }) => error.code,
        );
      const put = () => write('flicker.md', 'x').then(() => 'put');
      deletions.push(...(await Promise.all([put(), one(), put(), one(), one(), put()])));
    }
    expect([...new Set(deletions)].sort()).toEqual(['NOT_FOUND', 'done', 'put']);
  });

  it('have one winner of many who replace the same version, and no two contents of one version', async () => {
    await write('race.md', 'start');
    const puts = Array.from({ length: 10 }, (_, i) =>
      documents.write(ONE, 'p', 'race.md', { content: `w${i}` }, member, { versions: [1] }),
    );
    const won = (await Promise.allSettled(puts)).filter(({ status }) => status === 'fulfilled');
    expect(won).toHaveLength(1);
    expect((await documents.read(ONE, 'p', 'race.md')).version).toBe(2);
  });

  it('are all kept when many write a new path at once, the last one counting', async () => {
    const heads = await Promise.all(
      Array.from({ length: 10 }, (_, i) => write('fresh.md', `w${i}`)),
    );
    const versions = heads.map(({ version }) => version).sort((a, b) => a - b);
    expect(versions).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
  });

  it('are created once', async () => {
    const create = () => documents.write(ONE, 'p', 'new.md', { content: 'x' }, member, 'absent');
    const results = await Promise.allSettled(Array.from({ length: 5 }, create));
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    await expect(create()).rejects.toMatchObject({ code: 'ALREADY_EXISTS', status: 409 });
    const update = documents.write(ONE, 'p', 'absent.md', { content: 'x' }, member, 'present');
    await expect(update).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('count on after a delete, so that an old tag never fits a new text', async () => {
    await write('again.md', 'first');
    await documents.delete(ONE, 'p', 'again.md', member);
    await expect(documents.read(ONE, 'p', 'again.md')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(documents.delete(ONE, 'p', 'again.md', member)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    const old = documents.write(ONE, 'p', 'again.md', { content: 'x' }, member, { versions: [1] });
    await expect(old).rejects.toMatchObject({ status: 412 });
    const created = await documents.write(ONE, 'p', 'again.md', { content: 'x' }, member, 'absent');
    expect(created.version).toBe(3);
  });

  it('have at most one MiB, counted in bytes', async () => {
    await write('big.md', 'x'.repeat(MAX_DOCUMENT_BYTES));
    await expect(write('bigger.md', 'ä'.repeat(MAX_DOCUMENT_BYTES / 2 + 1))).rejects.toMatchObject({
      code: 'PAYLOAD_TOO_LARGE',
      status: 413,
    });
  });

  it('cannot stand at, or be asked for by, a path that climbs or is spelled otherwise', async () => {
    for (const path of ['../../secret', 'a/../same.md', 'Same.md', 'same.md\0', 'ｓame.md']) {
      const odd = { code: 'BAD_REQUEST', status: 400 };
      await expect(write(path, 'x')).rejects.toMatchObject(odd);
      await expect(documents.read(ONE, 'p', path)).rejects.toMatchObject(odd);
      await expect(cascade.effective(ONE, 'p', path)).rejects.toMatchObject(odd);
    }
  });

  it('are listed by prefix, in pages, in order', async () => {
    for (const name of ['b', 'a', 'c']) await write(`list/${name}.md`, 'x', ONE, 'r');
    await write('lists.md', 'x', ONE, 'r');
    const paths = async (prefix: string, limit: number, after?: string) =>
      (await documents.list(ONE, 'r', prefix, { limit, after })).map(({ path }) => path);
    expect(await paths('list/', 100)).toEqual(['list/a.md', 'list/b.md', 'list/c.md']);
    expect(await paths('list/', 2)).toEqual(['list/a.md', 'list/b.md']);
    expect(await paths('list/', 2, 'list/b.md')).toEqual(['list/c.md']);
    expect(await paths('list', 100)).toHaveLength(4);
    expect(await paths('zzz', 100)).toEqual([]);
  });

  it('are found by all words of a query, each plain text', async () => {
    await write('find/one.md', 'The quick fox\njumps (over) the lazy dog', ONE, 's');
    await write('find/two.md', 'A quick cat', ONE, 's');
    const found = async (query: string) =>
      (await documents.find(ONE, 's', query)).map(({ path }) => path);
    expect(await found('QUICK')).toEqual(['find/one.md', 'find/two.md']);
    expect(await found('quick dog')).toEqual(['find/one.md']);
    expect(await found('(over)')).toEqual(['find/one.md']);
    expect(await found('.*')).toEqual([]);
    expect(await found('(a+)+$')).toEqual([]);
    expect(await found('two.md')).toEqual(['find/two.md']);
    expect(await found('  ')).toEqual([]);
    const [hit] = await documents.find(ONE, 's', 'lazy');
    expect(hit?.snippets).toEqual(['jumps (over) the lazy dog']);
  });

  it('that shape the engines are written by administrators only', async () => {
    const refused = { code: 'FORBIDDEN', status: 403 };
    for (const path of [
      'recipes/a.yaml',
      'prompts/arthur-prompt.md',
      'manuals/x.md',
      'ai-models.yaml',
    ]) {
      await expect(write(path, 'x', ONE, 'p', member)).rejects.toMatchObject(refused);
      await expect(documents.delete(ONE, 'p', path, member)).rejects.toMatchObject(refused);
    }
    await expect(write('notes.md', 'x', ONE, '_tenant', member)).rejects.toMatchObject(refused);
    await write('ordinary.md', 'x', ONE, 'p', member);
  });

  it('that shape the engines are on record when they change', async () => {
    await write('prompts/recorded.md', 'first\n');
    await write('prompts/recorded.md', 'second\n');
    await documents.delete(ONE, 'p', 'prompts/recorded.md', admin);
    const rows = await app.module.get(Audit).list(ONE, { limit: 10 });
    expect(rows).toContainEqual(
      expect.objectContaining({
        actor: 'usr_admin',
        action: 'configuration-changed',
        target: 'p/prompts/recorded.md',
      }),
    );
    const own = rows.filter(({ target }) => target === 'p/prompts/recorded.md');
    expect(own.map(({ data }) => String(data['diff']).match(/^[+-]\w+$/gm))).toEqual([
      ['-second'],
      ['-first', '+second'],
      ['+first'],
    ]);
    expect(own[0]?.data).toMatchObject({ version: 3, deleted: true });
  });

  it('replace each other whole along project, tenant, bundled; what is hidden is told', async () => {
    const path = 'recipes/quick-lookup.yaml';
    const yaml = (title: string) =>
      `name: quick-lookup\ntitle: ${title}\ndescription: d\nengine: arthur\n`;
    const seen = () => cascade.effective(ONE, 'c', path);
    expect(await seen()).toMatchObject({ layer: 'bundled', version: 0, shadowed: [] });
    await write(path, yaml('Tenant'), ONE, '_tenant');
    expect(await seen()).toMatchObject({ layer: 'tenant', shadowed: [{ layer: 'bundled' }] });
    await write(path, yaml('Project'), ONE, 'c');
    expect(await seen()).toMatchObject({
      ...{ layer: 'project', content: yaml('Project'), version: 1 },
      shadowed: [
        { layer: 'tenant', version: 1 },
        { layer: 'bundled', version: 0 },
      ],
    });
    expect(await cascade.effective(ONE, 'other', path)).toMatchObject({ layer: 'tenant' });
    expect(await cascade.effective(TWO, 'c', path)).toMatchObject({ layer: 'bundled' });
    await documents.delete(ONE, 'c', path, admin);
    expect(await seen()).toMatchObject({ layer: 'tenant' });
    expect(await cascade.effective(ONE, 'c', 'recipes/nowhere.yaml')).toBeNull();
  });

  it('of the platform are in no layer: nobody reads the sign-ins of the demo tenants there', async () => {
    for (const path of ['seed/acme.yaml', 'seed/globex.yaml'])
      expect(await cascade.effective(ONE, 'c', path)).toBeNull();
    expect(await cascade.list(ONE, 'c', 'seed/')).toEqual([]);
  });
});
