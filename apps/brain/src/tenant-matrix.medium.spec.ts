import { randomUUID } from 'node:crypto';
import { InboxRepository } from '@vance/data';
import { newId, tenantScope } from '@vance/kernel';
import {
  httpRoutes,
  mayCall,
  permissionRoles,
  wsRequests,
  type Role,
  type RouteName,
  type RouteSpec,
  type WsRequestName,
} from '@vance/protocol';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

/** Ids of things: the owner's, or ones that nobody has. */
interface Ids {
  readonly project: string;
  readonly username: string;
  readonly path: string;
  readonly name: string;
  readonly key: string;
  readonly sessionId: string;
  readonly processId: string;
  readonly itemId: string;
  readonly keyId: string;
  readonly version: string;
}

const KEY = 'vance.engine.planMode.globalDefault';
const RECIPE = JSON.stringify({
  name: 'stolen',
  title: 'T',
  description: 'd',
  engine: 'arthur',
});

const KIT = { 'kit.yaml': 'name: stolen\nversion: "1"\n', 'prompts/a.md': 'Mine.' };

/**
 * One row per route: `closed` has no thing of a tenant in its path, so its answer must hold nothing of another
 * tenant's; `thing` is asked for with another tenant's ids and with random ones, and must not tell them apart.
 */
type Row =
  | {
      readonly kind: 'closed';
      readonly body?: () => unknown;
      readonly runs: boolean;
      /** The answer without what the stranger itself has put there. */
      readonly without?: (text: string) => string;
    }
  | {
      readonly kind: 'thing';
      readonly body?: (ids: Ids) => unknown;
      readonly type?: string;
      readonly query?: (ids: Ids) => string;
    };
const message = () => ({ clientMessageId: randomUUID(), content: 'mine now' });
const decision = () => ({ planVersion: 1, verdict: 'approve', decisionId: randomUUID() });

/** The record names what its tenant's users asked for, existing or not. */
function withoutAttempts(text: string): string {
  const { items }: { items: { action: string }[] } = JSON.parse(text);
  return JSON.stringify(items.filter(({ action }) => action !== 'access-refused'));
}

/** A route without a row does not compile. */
const rows: Readonly<Record<RouteName, Row>> = {
  issueToken: { kind: 'closed', runs: false },
  refreshToken: { kind: 'closed', runs: false },
  logout: { kind: 'closed', runs: false },
  createTenant: {
    kind: 'closed',
    runs: true,
    body: () => ({ name: 'third', admin: { username: 'a', password: 'a-password' } }),
  },
  listApiKeys: { kind: 'closed', runs: true },
  createApiKey: { kind: 'closed', runs: true, body: () => ({ name: 'mine' }) },
  removeApiKey: { kind: 'thing' },
  listUsers: { kind: 'closed', runs: true },
  createUser: {
    kind: 'closed',
    runs: true,
    body: () => ({ username: `u${Date.now()}`, password: 'a-password', roles: ['member'] }),
  },
  changeUser: { kind: 'thing', body: () => ({ roles: ['member'] }) },
  removeUser: { kind: 'thing' },
  listProjects: { kind: 'closed', runs: true },
  createProject: { kind: 'closed', runs: true, body: () => ({ name: `p${Date.now()}` }) },
  getProject: { kind: 'thing' },
  changeProject: { kind: 'thing', body: () => ({ title: 'Mine' }) },
  removeProject: { kind: 'thing' },
  addMember: { kind: 'thing' },
  removeMember: { kind: 'thing' },
  listDocuments: { kind: 'thing' },
  readDocument: { kind: 'thing' },
  documentHistory: { kind: 'thing' },
  restoreDocument: { kind: 'thing', body: () => ({ version: 1 }) },
  writeDocument: { kind: 'thing', body: () => 'overwritten', type: 'text/plain' },
  removeDocument: { kind: 'thing' },
  effectiveDocument: { kind: 'thing' },
  listRecipes: { kind: 'thing' },
  getRecipe: { kind: 'thing' },
  saveRecipe: { kind: 'thing', body: () => RECIPE, type: 'application/yaml' },
  previewPrompt: { kind: 'thing', body: () => ({ mode: 'NORMAL' }) },
  listSettings: { kind: 'thing' },
  getSetting: { kind: 'thing' },
  putSetting: { kind: 'thing', body: () => ({ value: 'disabled' }) },
  removeSetting: { kind: 'thing' },
  settingHistory: { kind: 'thing' },
  restoreSetting: { kind: 'thing', body: () => ({ version: 1 }) },
  listKits: { kind: 'thing' },
  getKit: { kind: 'thing' },
  exportKit: { kind: 'thing' },
  stageKit: { kind: 'thing', body: () => ({ files: KIT }) },
  applyKit: { kind: 'thing', body: () => ({ hash: '0'.repeat(64) }) },
  removeKit: { kind: 'thing' },
  listSessions: { kind: 'thing' },
  createSession: { kind: 'thing', body: () => ({}) },
  getSession: { kind: 'thing' },
  changeSession: { kind: 'thing', body: () => ({ title: 'Mine' }) },
  removeSession: { kind: 'thing' },
  listEvents: { kind: 'thing' },
  getProcess: { kind: 'thing' },
  listMessages: { kind: 'thing' },
  sendMessage: { kind: 'thing', body: message },
  getPlan: { kind: 'thing' },
  listPlans: { kind: 'thing' },
  diffPlans: { kind: 'thing', query: () => '?against=1' },
  decidePlan: { kind: 'thing', body: decision },
  haltProcess: { kind: 'thing' },
  pauseProcess: { kind: 'thing' },
  resumeProcess: { kind: 'thing' },
  closeProcess: { kind: 'thing' },
  setAgentMode: { kind: 'thing', body: () => ({ agentMode: 'plan' }) },
  listAudit: { kind: 'closed', runs: true, without: withoutAttempts },
  listBudgets: { kind: 'closed', runs: true },
  listInbox: { kind: 'closed', runs: true },
  getInboxItem: { kind: 'thing' },
  answerInboxItem: {
    kind: 'thing',
    body: () => ({ outcome: 'DECIDED', value: { approved: true } }),
  },
  usage: { kind: 'closed', runs: true },
  traces: { kind: 'thing', query: ({ processId }) => `?processId=${processId}` },
  listTools: { kind: 'closed', runs: true },
  listModels: { kind: 'closed', runs: true },
  openApi: { kind: 'closed', runs: true },
  asyncApi: { kind: 'closed', runs: true },
  docs: { kind: 'closed', runs: true },
  healthz: { kind: 'closed', runs: true },
  readyz: { kind: 'closed', runs: true },
  metrics: { kind: 'closed', runs: true },
};

/** One payload per socket request, with the ids it names. */
const payloads: Readonly<Record<WsRequestName, (ids: Ids) => unknown>> = {
  'session-open': ({ project, sessionId }) => ({ project, sessionId, since: 0 }),
  'session-close': ({ sessionId }) => ({ sessionId }),
  'chat-send': ({ processId }) => ({ processId, ...message() }),
  'plan-decide': ({ processId }) => ({ processId, ...decision() }),
  'agent-mode-set': ({ processId }) => ({ processId, agentMode: 'plan' }),
  'process-halt': ({ processId }) => ({ processId }),
  'process-pause': ({ processId }) => ({ processId }),
  'process-resume': ({ processId }) => ({ processId }),
  'process-close': ({ processId }) => ({ processId }),
  'client-tools-register': ({ sessionId }) => ({
    sessionId,
    tools: [{ name: 'client_spy', description: 'Listens' }],
  }),
  'client-tool-result': ({ processId }) => ({ callId: processId, ok: true, result: 'forged' }),
  'inbox-list': () => ({}),
  'inbox-answer': ({ itemId }) => ({ itemId, outcome: 'DECIDED', value: { approved: true } }),
};

const table: readonly (readonly [RouteName, RouteSpec, Row])[] = Object.entries(httpRoutes).map(
  ([name, route]) => [name as RouteName, route, rows[name as RouteName]],
);
const things = table.filter(([, , row]) => row.kind === 'thing');
const closed = table.filter(([, , row]) => row.kind === 'closed' && row.runs);

function pathOf(route: RouteSpec, ids: Ids, query = ''): string {
  return route.path.replace(/\{(\w+)\*?\}/g, (_, name: keyof Ids) => ids[name]) + query;
}

describe('tenants', () => {
  let brains: Brains;
  let brain: TestBrain;
  let owner: Account;
  let stranger: Account;
  let colleague: Account;
  let theirs: Ids;

  /** Same form, nobody's. */
  const random = (ids: Ids): Ids => ({
    ...ids,
    project: 'nobody-has-this',
    username: 'nobody',
    sessionId: ids.sessionId.replace(/.{8}$/, '00000000'),
    processId: ids.processId.replace(/.{8}$/, '00000000'),
    itemId: ids.itemId.replace(/.{8}$/, '00000000'),
    keyId: ids.keyId.replace(/.{8}$/, '00000000'),
  });

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    owner = await brains.tenant(brain, 'acme');
    stranger = await brains.tenant(brain, 'globex');
    const project = await owner.project('canary-project');
    await stranger.project('own');
    colleague = await owner.member('canary-user');
    await owner.call('PUT', `/api/v1/projects/${project}/members/canary-user`);
    await owner.call('PUT', `/api/v1/projects/${project}/documents/canary.md`, 'canary text', {
      'content-type': 'text/plain',
    });
    await owner.call('PUT', `/api/v1/projects/${project}/settings/${KEY}`, { value: 'auto' });
    const { body } = await owner.call('POST', `/api/v1/projects/${project}/sessions`, {
      title: 'canary title',
    });
    const itemId = await askedOf(owner, project);
    const key = await owner.call('POST', '/api/v1/api-keys', { name: 'canary key' });
    theirs = {
      project,
      username: 'canary-user',
      path: 'canary.md',
      name: 'arthur',
      key: KEY,
      sessionId: body.sessionId,
      processId: body.chatProcessId,
      itemId,
      keyId: key.body.keyId,
      version: '1',
    };
    await owner.call('POST', `/api/v1/processes/${theirs.processId}/messages`, message());
  });
  afterAll(async () => {
    for (const account of [owner, stranger, colleague]) account?.close();
    await brains?.stop();
  });

  /** An item in the inbox of an account. */
  async function askedOf({ token }: Account, project: string): Promise<string> {
    const claims = Buffer.from(token.split('.')[1] ?? '', 'base64url').toString();
    const { sub, tid }: { sub: string; tid: string } = JSON.parse(claims);
    const itemId = newId('inb');
    await brain.app.get(InboxRepository).add(tenantScope(tid), {
      ...{ itemId, type: 'OUTPUT_TEXT', status: 'PENDING', tags: [], title: 'canary item' },
      ...{ assignedTo: sub, project, payload: {}, createdAt: new Date().toISOString() },
    });
    return itemId;
  }
  async function ask(account: Account, route: RouteSpec, row: Row, ids: Ids) {
    const path = pathOf(route, ids, row.kind === 'thing' ? row.query?.(ids) : '');
    const body = row.kind === 'thing' ? row.body?.(ids) : row.body?.();
    const type = row.kind === 'thing' ? row.type : undefined;
    return account.call(
      route.method,
      path,
      body,
      type === undefined ? {} : { 'content-type': type },
    );
  }
  /** What the owner sees of everything that was aimed at. */
  async function state(): Promise<string> {
    const paths = [
      `/api/v1/processes/${theirs.processId}`,
      `/api/v1/processes/${theirs.processId}/messages?view=full`,
      `/api/v1/sessions/${theirs.sessionId}`,
      `/api/v1/sessions/${theirs.sessionId}/events`,
      `/api/v1/projects/${theirs.project}`,
      `/api/v1/projects/${theirs.project}/documents`,
      `/api/v1/projects/${theirs.project}/recipes`,
      `/api/v1/projects/${theirs.project}/settings`,
      '/api/v1/users',
      '/api/v1/api-keys',
    ];
    const answers = await Promise.all(paths.map((path) => owner.call('GET', path)));
    for (const { status } of answers) expect(status).toBe(200);
    return answers.map(({ text }) => text).join('\n');
  }

  it.each(things)("%s: another tenant's is what nobody has", async (_, route, row) => {
    const before = await state();
    const foreign = await ask(stranger, route, row, theirs);
    const none = await ask(stranger, route, row, random(theirs));
    expect([foreign.status, none.status]).toEqual([404, 404]);
    const { correlationId: _a, ...left } = foreign.body;
    const { correlationId: _b, ...right } = none.body;
    expect(left).toEqual(right);
    expect(await state()).toBe(before);
  });

  it.each(closed)('%s: tells nothing of another tenant', async (_, route, row) => {
    const answer = (await ask(stranger, route, row, theirs)).text;
    const text = 'without' in row && row.without ? row.without(answer) : answer;
    for (const canary of ['canary', theirs.sessionId, theirs.processId])
      expect(text).not.toContain(canary);
  });

  const personal = things.filter(([, { path }]) => /(sessions|processes|api-keys)\/\{/.test(path));
  it.each(personal)("%s: a colleague's is what nobody has", async (_, route, row) => {
    const before = await state();
    expect((await ask(colleague, route, row, theirs)).status).toBe(404);
    expect(await state()).toBe(before);
  });

  const guarded = table.filter(([, { permission }]) => permissionRoles[permission] !== null);
  it.each(guarded)(
    '%s: is refused to whom the policy does not name, before anything else',
    async (_, route, row) => {
      const roles: readonly Role[] = ['member'];
      const { status } = await ask(colleague, route, row, random(theirs));
      if (mayCall(route.permission, roles)) expect(status).not.toBe(403);
      else expect(status).toBe(403);
    },
  );

  it.each(Object.keys(wsRequests) as WsRequestName[])(
    "%s: another tenant's is what nobody has, and no event of theirs comes",
    async (event) => {
      const before = await state();
      const socket = await stranger.connect();
      const own = { project: 'own' };
      const foreign = await socket.ask(event, payloads[event]({ ...theirs, ...own }));
      const none = await socket.ask(event, payloads[event]({ ...random(theirs), ...own }));
      expect(foreign).toEqual(none);
      if (event === 'inbox-list') expect(foreign.data).toEqual({ items: [] });
      else if (event !== 'session-close') expect(foreign.error?.code).toBe('NOT_FOUND');
      expect(await state()).toBe(before);
      expect(socket.seqs(theirs.sessionId)).toEqual([]);
      socket.close();
    },
  );

  it('is in the token alone: a header, a parameter or a body names none', async () => {
    const answer = await stranger.call('GET', '/api/v1/projects', undefined, {
      'x-tenant': 'acme',
      'x-tenant-id': 'acme',
    });
    expect(answer.text).not.toContain('canary');
    expect((await stranger.call('GET', '/api/v1/projects?tenant=acme')).status).toBe(400);
  });
});
