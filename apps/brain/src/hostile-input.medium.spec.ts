import { Database } from '@vance/data';
import type { Account } from './testing/account';
import type { TestBrain } from './testing/brains';
import { AS_JSON, AS_YAML, Furnished, PROJECT } from './testing/furnished';

/** Payloads of well-known attacks, each kind against every door that takes text of it. */
describe('hostile input', () => {
  let world: Furnished;
  let brain: TestBrain;
  let admin: Account;
  let sessionId: string;
  let processId: string;

  beforeAll(async () => {
    world = await Furnished.open();
    ({ brain, admin, sessionId, processId } = world);
  });
  afterAll(() => world?.close());

  describe('operators for values', () => {
    const operators = [
      { $gt: '' },
      { $ne: null },
      { $nor: [{ tenantId: 'x' }] },
      { $where: 'sleep(1000)' },
      { $expr: { $eq: [1, 1] } },
      { $regex: '.*' },
    ];
    const bodies = (operator: unknown): readonly (readonly [string, string, unknown])[] => [
      ['POST', '/api/v1/auth/token', { tenant: 'acme', username: operator, password: 'x' }],
      ['POST', '/api/v1/auth/token', { tenant: 'acme', username: 'admin', password: operator }],
      ['POST', '/api/v1/auth/refresh', { refreshToken: operator }],
      ['POST', '/api/v1/users', { username: operator, password: 'x'.repeat(9), roles: ['member'] }],
      ['PATCH', '/api/v1/users/mia', { roles: operator }],
      ['POST', '/api/v1/projects', { name: operator }],
      ['POST', `${PROJECT}/sessions`, { recipe: operator }],
      [
        'POST',
        `/api/v1/processes/${processId}/messages`,
        { clientMessageId: operator, content: 'x' },
      ],
      [
        'POST',
        `/api/v1/processes/${processId}/plan/decision`,
        { planVersion: operator, verdict: 'approve', decisionId: 'd' },
      ],
      ['POST', `${PROJECT}/documents/a/restore`, { version: operator }],
      ['POST', `${PROJECT}/prompts/arthur-prompt/preview`, { mode: operator }],
    ];

    it.each(operators)(
      '%j is refused in every body that a database question is made of',
      async (operator) => {
        for (const [method, path, body] of bodies(operator)) {
          const { status, body: problem } = await admin.call(method, path, body);
          expect([path, status, problem.code]).toEqual([path, 400, 'BAD_REQUEST']);
        }
      },
    );

    it.each(operators)('%j is refused beside what a body should have', async (operator) => {
      for (const [method, path, body] of [
        ['POST', '/api/v1/auth/token', { tenant: 'acme', username: 'admin', password: 'x' }],
        ['POST', '/api/v1/projects', { name: 'x' }],
        ['PATCH', PROJECT, { title: 'x' }],
        ['POST', `${PROJECT}/sessions`, {}],
        ['POST', `/api/v1/processes/${processId}/messages`, { clientMessageId: 'c', content: 'x' }],
        ['PUT', `${PROJECT}/settings/vance.models.openai.baseUrl`, { value: 'https://x.example' }],
      ] as const) {
        const { status } = await admin.call(method, path, { ...body, ...operator });
        expect([path, status]).toEqual([path, 400]);
      }
    });

    it.each([
      ...['id[$ne]=1', 'cursor[$gt]=', 'prefix[$regex]=.*', '$where=1', 'limit[$gt]=1'],
      ...['__proto__[admin]=1', 'constructor[prototype][admin]=1', 'limit=1&__proto__=x'],
    ])('?%s is refused by every list', async (query) => {
      for (const path of [
        '/api/v1/projects',
        '/api/v1/users',
        '/api/v1/audit',
        `${PROJECT}/documents`,
        `${PROJECT}/documents/a/history`,
        `${PROJECT}/sessions`,
        `/api/v1/sessions/${sessionId}/events`,
        `/api/v1/processes/${processId}/messages`,
      ])
        expect([path, (await admin.call('GET', `${path}?${query}`)).status]).toEqual([path, 400]);
    });

    it('are refused by the socket, and no setting keeps one where a text is due', async () => {
      const socket = await admin.connect();
      for (const [event, payload] of [
        ['session-open', { project: { $gt: '' } }],
        ['session-open', { project: 'p', sessionId: { $ne: null } }],
        ['chat-send', { processId: { $gt: '' }, clientMessageId: 'c', content: 'x' }],
        ['process-halt', { processId: { $regex: '.*' } }],
      ] as const)
        expect(await socket.ask(event, payload)).toMatchObject({
          ...{ ok: false, error: { code: 'BAD_REQUEST' } },
        });
      const setting = '/api/v1/projects/_tenant/settings/vance.tools.clientReadOnly';
      const kept = await admin.call('PUT', setting, { value: [{ $gt: '' }] });
      expect(kept.status).toBe(422);
    });
  });

  describe('code and joins in questions to the database', () => {
    it('have no parameter that reaches a join', async () => {
      const hostile = encodeURI('populate[match][$or][0][$where]=process.exit()');
      for (const path of ['/api/v1/projects', `${PROJECT}/documents`, `${PROJECT}/sessions`])
        for (const query of [hostile, 'populate=owner', 'match[$where]=1'])
          expect([query, (await admin.call('GET', `${path}?${query}`)).status]).toEqual([
            ...[query, 400],
          ]);
    });

    it('would not run there either: the database has no JavaScript', async () => {
      const rows = brain.app.get(Database).connection.collection('documents');
      await expect(rows.findOne({ $where: 'return true' })).rejects.toThrow(
        /[Jj]ava[Ss]cript|scripting|\$where/,
      );
      const $function = { body: 'function () { return true; }', args: [], lang: 'js' };
      const { db } = brain.app.get(Database).connection;
      const ran = db?.aggregate([{ $documents: [{}] }, { $set: { ran: { $function } } }]).toArray();
      await expect(ran).rejects.toThrow(/[Jj]ava[Ss]cript/);
    });
  });

  it.each([
    'fields[name]=$apiKey',
    'fields=name',
    'select=passwordHash',
    'sort[$where]=1',
    'sort=x',
  ])('a projection by ?%s is refused: what is shown is not asked for', async (query) => {
    for (const path of ['/api/v1/users', '/api/v1/projects', `${PROJECT}/settings`]) {
      const { status, text } = await admin.call('GET', `${path}?${query}`);
      expect([path, status]).toEqual([path, 400]);
      expect(text).not.toMatch(/\$argon2|scrypt|passwordHash"/);
    }
  });

  describe('keys of prototypes', () => {
    it.each([
      '"__proto__":{"admin":true}',
      '"constructor":{"prototype":{"admin":true}}',
      '"prototype":{"admin":true}',
    ])('{%s} is refused at any depth of a body, and pollutes nothing', async (pair) => {
      for (const [method, path, body] of [
        ['POST', '/api/v1/projects', `{"name":"x",${pair}}`],
        ['PATCH', `${PROJECT}`, `{"title":"x",${pair}}`],
        ['POST', `${PROJECT}/sessions`, `{${pair}}`],
        [
          'POST',
          `/api/v1/processes/${processId}/messages`,
          `{"clientMessageId":"c","content":"x",${pair}}`,
        ],
        ['PUT', `${PROJECT}/settings/vance.models.openai.baseUrl`, `{"value":{"a":{${pair}}}}`],
        ['PUT', `${PROJECT}/settings/vance.models.openai.baseUrl`, `{"value":"x",${pair}}`],
      ] as const) {
        const { status, body: problem } = await admin.call(method, path, body, AS_JSON);
        expect([path, status, problem.code]).toEqual([path, 400, 'BAD_REQUEST']);
      }
      const socket = await admin.connect();
      const payload = JSON.parse(`{"callId":"c","ok":true,"result":{"deep":[{${pair}}]}}`);
      expect((await socket.ask('client-tool-result', payload)).error?.code).toBe('BAD_REQUEST');
      expect(({} as { admin?: boolean }).admin).toBeUndefined();
    });

    it.each(['__proto__', 'constructor', 'prototype'])(
      '%s is refused as a key of any YAML that is saved',
      async (key) => {
        const line = `${key}: { admin: true }\n`;
        const recipe = 'name: hostile\ntitle: t\ndescription: d\nengine: arthur\n';
        for (const [path, text] of [
          [`${PROJECT}/recipes/hostile`, recipe + line],
          [`${PROJECT}/recipes/hostile`, `${recipe}params:\n  ${line}`],
          [`${PROJECT}/recipes/hostile`, `${recipe}profiles:\n  ${line}`],
          [`${PROJECT}/documents/recipes/hostile.yaml`, recipe + line],
          [`${PROJECT}/documents/ai-models.yaml`, `models:\n  ${line}`],
          [`${PROJECT}/documents/ai-models.yaml`, `aliases:\n  ${key}: openai:gpt-5\n`],
          [`${PROJECT}/documents/mcp-servers.yaml`, `servers:\n  ${line}`],
        ] as const) {
          const { status, body } = await admin.call('PUT', path, text, AS_YAML);
          expect([path, text, status]).toEqual([path, text, 422]);
          expect(body.errors[0]).toMatchObject({ line: expect.any(Number) });
        }
        expect(({} as { admin?: boolean }).admin).toBeUndefined();
        expect(await world.documents()).toBe(0);
      },
    );

    it('name nothing: no recipe, prompt, setting or profile answers to them', async () => {
      for (const name of ['__proto__', 'constructor', 'prototype', 'hasOwnProperty']) {
        const found = await Promise.all([
          admin.call('GET', `${PROJECT}/recipes/${name}`),
          admin.call('GET', `${PROJECT}/settings/${name}`),
          admin.call('POST', `${PROJECT}/prompts/${name}/preview`, { mode: 'NORMAL' }),
          admin.call('POST', `${PROJECT}/sessions`, { recipe: name }),
        ]);
        for (const { body } of found)
          expect(['BAD_REQUEST', 'NOT_FOUND', 'UNPROCESSABLE']).toContain(body.code);
      }
    });
  });

  describe('YAML', () => {
    const laughs = [
      'a0: &a0 [x,x,x,x,x,x,x,x,x,x]',
      ...Array.from(
        { length: 10 },
        (_, i) => `a${i + 1}: &a${i + 1} [${`*a${i},`.repeat(9)}*a${i}]`,
      ),
    ].join('\n');
    const payloads: readonly (readonly [string, string])[] = [
      ['ten levels of laughs', laughs],
      ['four thousand merges', `a: &a { k: 1 }\nb: { <<: [${'*a,'.repeat(3_999)}*a] }\n`],
      ['a merge into a prototype', 'a: &a { __proto__: { admin: true } }\nb: { <<: *a }\n'],
      ['a tag that makes a function', 'name: !!js/function "function () { return 1 }"\n'],
      ['a tag that makes a pattern', 'name: !!js/regexp /x/\n'],
      ['a tag of another language', 'name: !!python/object/apply:os.system [id]\n'],
      ['nesting of 20,000', `a: ${'['.repeat(20_000)}${']'.repeat(20_000)}\n`],
      ['nesting by lines', Array.from({ length: 200 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
      ['duplicate keys', 'name: a\nname: b\n'],
      ['an anchor within itself', 'name: &a [*a]\n'],
      ['two documents', 'name: a\n---\nname: b\n'],
      ['more than 256 KiB', `name: "${'x'.repeat(262_200)}"\n`],
    ];
    const doors = [
      `${PROJECT}/recipes/hostile`,
      `${PROJECT}/documents/recipes/hostile.yaml`,
      '/api/v1/projects/_tenant/documents/recipes/hostile.yaml',
      `${PROJECT}/documents/ai-models.yaml`,
      `${PROJECT}/documents/mcp-servers.yaml`,
    ];

    it.each(payloads)('with %s is refused by every door, with a line', async (_, text) => {
      for (const door of doors) {
        const { status, body } = await admin.call('PUT', door, text, AS_YAML);
        expect([door, status]).toEqual([door, 422]);
        expect(body.errors[0]).toMatchObject({ line: expect.any(Number) });
      }
      expect(await world.documents()).toBe(0);
    });
  });

  describe('patterns that take for ever', () => {
    const evil = '(a+)+$';
    const victim = `${'a'.repeat(30)}!`;

    it.each([
      `{{ "${victim}" is matching("${evil}") }}`,
      `{{ "${victim}" | regex_replace("${evil}", "") }}`,
      `{{ r/${evil}/.test("${victim}") }}`,
    ])('are none of a template: %s', async (template) => {
      const prompt = await admin.call('PUT', `${PROJECT}/documents/prompts/x.md`, template, {
        'content-type': 'text/markdown',
      });
      expect([prompt.status, prompt.body.code]).toEqual([422, 'TEMPLATE_INVALID']);
    });

    it('are plain words of a setting', async () => {
      const path = '/api/v1/projects/_tenant/settings/vance.engine.planMode.rejectPhrases';
      expect((await admin.call('PUT', path, { value: [evil] })).status).toBe(200);
      const content = victim.repeat(4);
      const sent = await admin.call('POST', `/api/v1/processes/${processId}/messages`, {
        ...{ clientMessageId: 'evil', content },
      });
      expect([200, 201, 202]).toContain(sent.status);
      await admin.call('DELETE', path);
    });

    it('are plain words where a user searches', async () => {
      await admin.call('PUT', `${PROJECT}/documents/notes/victim.md`, victim.repeat(500), {
        'content-type': 'text/plain',
      });
      const prefix = encodeURIComponent(evil);
      expect((await admin.call('GET', `${PROJECT}/documents?prefix=${prefix}`)).status).toBe(400);
      await admin.call('DELETE', `${PROJECT}/documents/notes/victim.md`);
    });
  });
});
