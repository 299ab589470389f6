import { randomUUID } from 'node:crypto';
import { connect } from 'node:net';
import request from 'supertest';
import { problemSchema } from '@vance/protocol';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';
import { SseReader } from './testing/sse';

describe('REST', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });

  async function session(): Promise<{ sessionId: string; processId: string }> {
    const { body } = await admin.call('POST', '/api/v1/projects/p/sessions', { title: 'S' });
    return { sessionId: body.sessionId, processId: body.chatProcessId };
  }
  const say = (processId: string, content: string, headers = {}) =>
    admin.call(
      'POST',
      `/api/v1/processes/${processId}/messages`,
      { clientMessageId: randomUUID(), content },
      headers,
    );

  describe('bad input', () => {
    it.each([
      ['JSON that is none', '{"name":', 400, 'BAD_REQUEST'],
      ['an unknown field', '{"name":"x","surprise":1}', 400, 'BAD_REQUEST'],
      ['a tenant of the caller’s choice', '{"name":"x","tenantId":"other"}', 400, 'BAD_REQUEST'],
      ['a prototype key', '{"name":"x","__proto__":{"admin":true}}', 400, 'BAD_REQUEST'],
      ['an operator for a name', '{"name":{"$gt":""}}', 400, 'BAD_REQUEST'],
      ['deep nesting', `{"name":${'['.repeat(100_000)}${']'.repeat(100_000)}}`, 400, 'BAD_REQUEST'],
      [
        'more than 1 MiB',
        JSON.stringify({ name: 'x'.repeat(1_100_000) }),
        413,
        'PAYLOAD_TOO_LARGE',
      ],
    ])('%s is a problem document', async (_, body, status, code) => {
      const answer = await admin.call('POST', '/api/v1/projects', body, {
        'content-type': 'application/json',
      });
      expect([answer.status, answer.body.code]).toEqual([status, code]);
      expect(answer.type).toContain('application/problem+json');
      expect(problemSchema.parse(answer.body).correlationId).toBe(
        answer.headers['x-correlation-id'],
      );
    });

    it('an unknown media type, an unknown route, a foreign method', async () => {
      const xml = await admin.call('POST', '/api/v1/projects', '<a/>', {
        'content-type': 'text/xml',
      });
      expect([xml.status, xml.body.code]).toEqual([415, 'UNSUPPORTED_MEDIA_TYPE']);
      expect((await admin.call('GET', '/api/v1/nothing')).body.code).toBe('NOT_FOUND');
      const foreign = await admin.call('DELETE', '/api/v1/projects');
      expect([foreign.status, foreign.body.code, foreign.headers['allow']]).toEqual([
        405,
        'METHOD_NOT_ALLOWED',
        'HEAD, GET, POST',
      ]);
    });

    it('a member by a name that a client folds away, and the project stays', async () => {
      const { status, body } = await admin.call('DELETE', '/api/v1/projects/p/members/..');
      expect([status, body.code]).toEqual([404, 'NOT_FOUND']);
      expect((await admin.call('GET', '/api/v1/projects/p')).status).toBe(200);
    });

    it('what is no HTTP, or too long an address, is a problem document too', async () => {
      const long = await admin.call('GET', `/api/v1/processes/${'a'.repeat(100_000)}`);
      expect([long.status, long.body.code]).toEqual([413, 'PAYLOAD_TOO_LARGE']);
      const { port, hostname } = new URL(brain.url);
      const socket = connect(Number(port), hostname).setEncoding('utf8');
      socket.write('NO HTTP AT ALL\r\n\r\n');
      const chunks: string[] = await socket.toArray();
      expect(chunks.join('')).toMatch(/^HTTP\/1.1 400 .+application\/problem\+json.+BAD_REQUEST/s);
    });

    it.each(['/API/V1/PROJECTS', '/api/v1/projects/', '/%61pi/v1/projects', '//api/v1/projects'])(
      'no spelling of a path passes the guard: %s',
      async (path) => {
        const { status } = await request(brain.url).get(path);
        expect([401, 404]).toContain(status);
      },
    );

    it('no token, a foreign token', async () => {
      const anonymous = await request(brain.url).get('/api/v1/projects').expect(401);
      expect(anonymous.headers['www-authenticate']).toBe('Bearer');
      await request(brain.url)
        .get('/api/v1/projects')
        .set('authorization', 'Bearer x.y.z')
        .expect(401);
      await request(brain.url).head('/api/v1/projects').expect(401);
    });
  });

  describe('an Idempotency-Key', () => {
    it('gives the first answer again and does it once', async () => {
      const { processId } = await session();
      const key = { 'idempotency-key': randomUUID() };
      const body = { clientMessageId: randomUUID(), content: 'Once.' };
      const path = `/api/v1/processes/${processId}/messages`;
      const first = await admin.call('POST', path, body, key);
      const again = await admin.call('POST', path, body, key);
      expect([again.status, again.body]).toEqual([201, first.body]);
      expect(again.body.duplicate).toBeUndefined();
      const other = await admin.call('POST', path, { ...body, content: 'Twice.' }, key);
      expect([other.status, other.body.code]).toEqual([422, 'IDEMPOTENCY_KEY_REUSED']);
      const { body: history } = await admin.call('GET', `/api/v1/processes/${processId}/messages`);
      expect(history.items).toHaveLength(1);
    });

    it('makes repeats wait for a first request that still runs', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const wish = { title: 'once' };
      const answers = await Promise.all(
        [1, 2, 3, 4].map(() => admin.call('POST', '/api/v1/projects/p/sessions', wish, key)),
      );
      expect(answers.map(({ status }) => status)).toEqual([201, 201, 201, 201]);
      expect(new Set(answers.map(({ body }) => body.sessionId)).size).toBe(1);
    });

    it('stays free when the request failed', async () => {
      const key = { 'idempotency-key': randomUUID() };
      const wish = { recipe: 'no-such-recipe' };
      const failed = await admin.call('POST', '/api/v1/projects/p/sessions', wish, key);
      const again = await admin.call('POST', '/api/v1/projects/p/sessions', wish, key);
      expect([failed.status, again.status]).toEqual([404, 404]);
    });
  });

  it('pages lists by an opaque cursor, each thing once', async () => {
    const paths = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];
    for (const path of paths)
      await admin.call('PUT', `/api/v1/projects/p/documents/paged/${path}`, path, {
        'content-type': 'text/plain',
      });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const more = cursor === undefined ? '' : `&cursor=${cursor}`;
      const { body } = await admin.call(
        'GET',
        `/api/v1/projects/p/documents?prefix=paged/&limit=2${more}`,
      );
      seen.push(...body.items.map((item: { path: string }) => item.path));
      cursor = body.cursor;
    } while (cursor !== undefined);
    expect(seen).toEqual(paths.map((path) => `paged/${path}`));
  });

  it('takes no cursor of another list for one of its own', async () => {
    const { processId } = await session();
    const foreign = Buffer.from('["2026","x"]').toString('base64url');
    for (const list of [
      '/api/v1/audit?cursor=',
      '/api/v1/inbox?cursor=',
      '/api/v1/projects?cursor=',
      '/api/v1/projects/p/documents?cursor=',
      '/api/v1/projects/p/documents/a/history?cursor=',
      '/api/v1/projects/p/sessions?cursor=',
      '/api/v1/projects/_tenant/settings/vance.engine.planMode.globalDefault/history?cursor=',
      '/api/v1/users?cursor=',
      `/api/v1/insights/traces?processId=${processId}&cursor=`,
      `/api/v1/processes/${processId}/messages?before=`,
    ])
      for (const cursor of [foreign, 'nonsense']) {
        const { status, body } = await admin.call('GET', list + cursor);
        expect([list, status, body.code]).toEqual([list, 400, 'BAD_REQUEST']);
      }
  });

  it('keeps documents by version: a stale If-Match is refused', async () => {
    const path = '/api/v1/projects/p/documents/notes/one.md';
    const put = (text: string, headers = {}) =>
      admin.call('PUT', path, text, { 'content-type': 'text/plain', ...headers });
    await put('first');
    const { etag = '' } = (await admin.call('GET', path)).headers;
    expect((await put('second', { 'if-match': etag })).status).toBe(200);
    const stale = await put('third', { 'if-match': etag });
    expect([stale.status, stale.body.code]).toEqual([412, 'PRECONDITION_FAILED']);
    const read = await admin.call('GET', path);
    expect([read.text, read.type]).toEqual(['second', 'text/plain; charset=utf-8']);
    expect((await admin.call('DELETE', path, undefined, { 'if-match': etag })).status).toBe(412);
    const { headers } = await put('third', {
      'if-match': `"99", ${(await admin.call('GET', path)).headers['etag']}`,
    });
    expect(headers['etag']).toBe('"3"');
    expect((await put('new', { 'if-none-match': '*' })).status).toBe(412);
    expect((await admin.call('DELETE', path)).status).toBe(204);
    expect((await admin.call('GET', path)).status).toBe(404);
    expect((await put('again', { 'if-match': '*' })).status).toBe(412);
    expect((await put('again', { 'if-none-match': '*' })).status).toBe(200);
  });

  it('keeps recipes by version too: the tag of their document guards the replacing', async () => {
    const put = (title: string, headers = {}) =>
      admin.call(
        'PUT',
        '/api/v1/projects/p/recipes/guarded',
        `name: guarded\ntitle: ${title}\ndescription: d\nengine: arthur\n`,
        { 'content-type': 'application/yaml', ...headers },
      );
    const first = await put('one', { 'if-none-match': '*' });
    expect([first.status, first.headers['etag']]).toEqual([200, '"1"']);
    expect((await put('two', { 'if-none-match': '*' })).status).toBe(412);
    expect((await put('two', { 'if-match': '"1"' })).headers['etag']).toBe('"2"');
    expect((await put('three', { 'if-match': '"1"' })).status).toBe(412);
    const document = '/api/v1/projects/p/documents/recipes/guarded.yaml';
    expect((await admin.call('GET', document)).headers['etag']).toBe('"2"');
    const restored = await admin.call('POST', `${document}/restore`, { version: 1 });
    expect(restored.body.version).toBe(3);
    const { body } = await admin.call('GET', '/api/v1/projects/p/recipes/guarded');
    expect(body).toMatchObject({ title: 'one', layer: 'project', version: 3, shadowed: [] });
  });

  describe('the history of a document', () => {
    const base = '/api/v1/projects/p/documents';
    const put = (path: string, text: string) =>
      admin.call('PUT', `${base}/${path}`, text, { 'content-type': 'text/plain' });
    const get = (path: string) => admin.call('GET', `${base}/${path}`);
    const restore = (path: string, version: unknown, headers = {}) =>
      admin.call('POST', `${base}/${path}/restore`, { version }, headers);

    it('lists versions, shows each with its tag, and brings one back as PUT would', async () => {
      for (const text of ['one', 'two', 'three']) await put('kept/a.md', text);
      const { body } = await get('kept/a.md/history?limit=2');
      expect(body.items).toMatchObject([
        { version: 3, size: 5, by: expect.stringMatching(/^usr_/), at: expect.any(String) },
        { version: 2, hash: expect.stringMatching(/^[0-9a-f]{64}$/) },
      ]);
      const rest = await get(`kept/a.md/history?limit=2&cursor=${body.cursor}`);
      expect(rest.body.items.map(({ version }: { version: number }) => version)).toEqual([1]);
      expect(rest.body).not.toHaveProperty('cursor');
      const first = await get('kept/a.md?version=1');
      expect([first.text, first.headers['etag'], first.type]).toEqual([
        ...['one', '"1"', 'text/plain; charset=utf-8'],
      ]);
      expect((await restore('kept/a.md', 1, { 'if-match': '"1"' })).status).toBe(412);
      const back = await restore('kept/a.md', 1, { 'if-match': '"3"' });
      expect([back.status, back.headers['etag'], back.body]).toEqual([
        ...[200, '"4"'],
        expect.objectContaining({ path: 'kept/a.md', version: 4 }),
      ]);
      expect((await get('kept/a.md')).text).toBe('one');
      expect((await get('kept/a.md/history')).body.items[0]).toMatchObject({ restoredFrom: 1 });
    });

    it('of a deleted document stays, and it can be brought back', async () => {
      await put('kept/gone.md', 'text');
      await admin.call('DELETE', `${base}/kept/gone.md`);
      expect((await get('kept/gone.md')).status).toBe(404);
      expect((await get('kept/gone.md/history')).body.items).toMatchObject([
        { version: 2, deleted: true },
        { version: 1 },
      ]);
      const deletion = await get('kept/gone.md?version=2');
      expect([deletion.status, deletion.body.code]).toEqual([404, 'VERSION_NOT_FOUND']);
      expect((await restore('kept/gone.md', 1, { 'if-none-match': '*' })).body.version).toBe(3);
    });

    it('refuses versions that are none', async () => {
      await put('kept/b.md', 'x');
      for (const version of ['0', '-1', '1.5', 'x', '', '1e3', '9'.repeat(20)])
        expect([version, (await get(`kept/b.md?version=${version}`)).body.code]).toEqual([
          ...[version, 'BAD_REQUEST'],
        ]);
      for (const version of [0, -1, 1.5, '1', null, undefined])
        expect([version, (await restore('kept/b.md', version)).status]).toEqual([version, 400]);
      for (const answer of [await get('kept/b.md?version=7'), await restore('kept/b.md', 7)])
        expect([answer.status, answer.body.code]).toEqual([404, 'VERSION_NOT_FOUND']);
      expect((await get('kept/never.md/history')).body.code).toBe('NOT_FOUND');
      expect((await get('kept/b.md/history?cursor=nonsense')).status).toBe(400);
    });

    it('gives way to a document that bears its name, unless the list is asked for', async () => {
      await put('named', 'of the outer');
      expect((await get('named/history')).body.items).toHaveLength(1);
      await put('named/history', 'a text called history');
      await put('named/restore', 'a text called restore');
      await put('history', 'at the top');
      const read = await get('named/history');
      expect([read.text, read.type, read.headers['etag']]).toEqual([
        ...['a text called history', 'text/plain; charset=utf-8', '"1"'],
      ]);
      expect((await get('named/history?limit=5')).body.items).toMatchObject([{ size: 12 }]);
      expect((await get('named/history?version=1')).text).toBe('a text called history');
      expect((await get('named/history/history')).body.items).toMatchObject([{ size: 21 }]);
      expect((await get('named/restore')).text).toBe('a text called restore');
      expect((await get('history')).text).toBe('at the top');
      expect((await restore('named/restore', 1)).body.path).toBe('named/restore');
      expect((await restore('named', 1)).body.path).toBe('named');
    });
  });

  it('lists every recipe with its engine, and starts none whose engine is not here', async () => {
    const { body } = await admin.call('GET', '/api/v1/projects/p/recipes');
    const known = Object.fromEntries(
      body.items.map(({ name, available }: { name: string; available: boolean }) => [
        name,
        available,
      ]),
    );
    expect(known).toMatchObject({ arthur: true, 'code-review': true, vogon: false, ford: false });
    const refused = await admin.call('POST', '/api/v1/projects/p/sessions', { recipe: 'vogon' });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'ENGINE_NOT_AVAILABLE', detail: expect.stringMatching(/it has arthur/) },
    });
    const socket = await admin.connect();
    const opening = socket.request('session-open', { project: 'p', recipe: 'zaphod' });
    await expect(opening).rejects.toThrow(/ENGINE_NOT_AVAILABLE/);
    socket.close();
  });

  describe('events', () => {
    it('pages after a cursor, with the last number there is', async () => {
      const { sessionId, processId } = await session();
      for (const content of ['one', 'two', 'three']) await say(processId, content);
      const all = (await admin.call('GET', `/api/v1/sessions/${sessionId}/events`)).body;
      expect(all.items.map((item: { seq: number }) => item.seq)).toEqual(
        all.items.map((_: unknown, index: number) => index + 1),
      );
      expect(all.lastSeq).toBe(all.items.length);
      const part = (await admin.call('GET', `/api/v1/sessions/${sessionId}/events?since=1&limit=2`))
        .body;
      expect(part.items).toEqual(all.items.slice(1, 3));
      expect(part.lastSeq).toBe(all.lastSeq);
      for (const since of ['x', '-1', '1.5', '']) {
        const bad = await admin.call('GET', `/api/v1/sessions/${sessionId}/events?since=${since}`);
        expect([since, bad.status]).toEqual([since, 400]);
      }
    });

    it('stream live: replay after the cursor, then on, and the same again after Last-Event-ID', async () => {
      const { sessionId, processId } = await session();
      await say(processId, 'before');
      const url = `${brain.url}/api/v1/sessions/${sessionId}/events`;
      const feed = await SseReader.open(`${url}?since=1`, admin.token);
      expect([feed.status, feed.type]).toEqual([200, 'text/event-stream; charset=utf-8']);
      const { seq } = (await say(processId, 'live')).body;
      const ids = await feed.untilId(seq);
      expect(ids).toEqual(ids.map((_, index) => index + 2));
      expect(feed.frames.at(-1)?.data).toMatchObject({
        seq,
        sessionId,
        type: 'chat-message-appended',
      });
      feed.close();
      const missed = (await say(processId, 'missed')).body.seq;
      const back = await SseReader.open(url, admin.token, { 'last-event-id': String(seq) });
      expect((await back.untilId(missed))[0]).toBe(seq + 1);
      back.close();
      const ahead = await SseReader.open(url, admin.token, { 'last-event-id': '9999' });
      const broken = await SseReader.open(url, admin.token, { 'last-event-id': 'x' });
      expect([ahead.status, broken.status]).toEqual([409, 400]);
    });
  });

  it('says what it is: health, readiness, metrics, OpenAPI, a page without scripts', async () => {
    expect((await admin.call('GET', '/healthz')).body).toEqual({ status: 'ok' });
    const ready = await admin.call('GET', '/readyz');
    expect(ready.body).toEqual({ status: 'ready', checks: { mongodb: 'ok', redis: 'ok' } });
    expect((await admin.call('GET', '/metrics')).text).toContain('vance_http_request_seconds');
    const document = (await admin.call('GET', '/api/openapi.json')).body;
    expect(document.openapi).toBe('3.1.0');
    const page = await admin.call('GET', '/api/docs');
    expect(page.type).toContain('text/html');
    expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  });
});
