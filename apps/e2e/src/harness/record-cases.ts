import { randomUUID } from 'node:crypto';
import type { AuditKind } from '@vance/protocol';
import { PASSWORD, type RecordRow, type RecordWorld } from './record-world';
import { action, answer, ask, call, propose } from './scripted-model';
import { Conversation } from './wire';

const SWITCH = 'vance.engine.planMode.globalDefault';
const API_KEY = 'vance.models.openai.apiKey';
const BASE_URL = 'vance.models.openai.baseUrl';
const PROJECT = '/api/v1/projects/e2e';

/** A key that must be found nowhere. */
export const SECRET = 'canary-audit-key';

/** Something that belongs on the record: its kind, what causes it and names its target, what else its row says. */
export type RecordCase = readonly [
  what: string,
  kind: AuditKind,
  cause: (w: RecordWorld) => Promise<string>,
  row: Partial<RecordRow>,
];

const recipe = (words: string) =>
  `name: arthur\ntitle: Arthur\ndescription: d\nengine: arthur\npromptPrefix: "${words}"\n`;
const stagedKit = { 'kit.yaml': 'name: staged\nversion: 1.0.0\n', 'prompts/staged.md': 'Staged' };
const set = call('data_set', { key: 'k', value: 'v' });

/** What people do to accounts, and what they edit. */
export const editCases: readonly RecordCase[] = [
  [
    'a sign-in',
    'sign-in',
    async (w) => {
      const name = await w.newUser();
      await w.signIn(name);
      return `${w.tenant}/${name}`;
    },
    { outcome: 'done' },
  ],
  [
    'a wrong password',
    'sign-in',
    async (w) => {
      const name = await w.newUser();
      await w.refused(w.signIn(name, 'wrong'));
      return `${w.tenant}/${name}`;
    },
    { outcome: 'refused', actor: 'sign-in' },
  ],
  [
    'a sign-out',
    'sign-out',
    async (w) => {
      const { refreshToken } = await w.signIn(await w.newUser());
      await w.anonymous().post('/api/v1/auth/logout', { refreshToken });
      return '';
    },
    {},
  ],
  [
    'a refresh token shown twice',
    'refresh-reused',
    async (w) => {
      const { refreshToken } = await w.signIn(await w.newUser());
      const swap = () => w.anonymous().post('/api/v1/auth/refresh', { refreshToken });
      await swap();
      await w.refused(swap());
      return '';
    },
    {},
  ],
  ['a new tenant', 'tenant-created', (w) => Promise.resolve(w.tenant), { actor: 'usr_platform' }],
  ['a new user', 'user-created', (w) => w.newUser(), { data: { roles: ['member'] } }],
  [
    'another role',
    'user-changed',
    async (w) => {
      const name = await w.newUser();
      await w.admin.patch(`/api/v1/users/${name}`, { roles: ['tenant-admin'] });
      return name;
    },
    { data: { roles: ['tenant-admin'], password: false } },
  ],
  [
    'another password',
    'user-changed',
    async (w) => {
      const name = await w.newUser();
      await w.admin.patch(`/api/v1/users/${name}`, { password: `${PASSWORD}-2` });
      return name;
    },
    { data: { password: true } },
  ],
  [
    'a removed user',
    'user-removed',
    async (w) => {
      const name = await w.newUser();
      await w.admin.remove(`/api/v1/users/${name}`);
      return name;
    },
    {},
  ],
  ['a new project', 'project-created', (w) => w.newProject(), {}],
  [
    'another title',
    'project-changed',
    async (w) => {
      const name = await w.newProject();
      await w.admin.patch(`/api/v1/projects/${name}`, { title: 'Other' });
      return name;
    },
    { data: { title: 'Other' } },
  ],
  [
    'a removed project',
    'project-removed',
    async (w) => {
      const name = await w.newProject();
      await w.admin.remove(`/api/v1/projects/${name}`);
      return name;
    },
    {},
  ],
  ['a new API key', 'api-key-created', (w) => w.newKey('scripts'), { data: { name: 'scripts' } }],
  [
    'an API key that is ended',
    'api-key-removed',
    async (w) => {
      const keyId = await w.newKey('for once');
      await w.admin.remove(`/api/v1/api-keys/${keyId}`);
      return keyId;
    },
    {},
  ],
  [
    'a new member',
    'member-added',
    async (w) => {
      const [project, name] = [await w.newProject(), await w.newUser()];
      await w.admin.put(`/api/v1/projects/${project}/members/${name}`, '{}');
      return project;
    },
    {},
  ],
  [
    'a removed member',
    'member-removed',
    async (w) => {
      const [project, name] = [await w.newProject(), await w.newUser()];
      await w.admin.put(`/api/v1/projects/${project}/members/${name}`, '{}');
      await w.admin.remove(`/api/v1/projects/${project}/members/${name}`);
      return project;
    },
    {},
  ],
  [
    'the switch of plan mode',
    'setting-changed',
    async (w) => {
      await w.setting(SWITCH, 'disabled');
      await w.setting(SWITCH, 'auto');
      return `_tenant/${SWITCH}`;
    },
    { data: { before: '"disabled"', after: '"auto"' } },
  ],
  [
    'a key of a model, without the key',
    'setting-changed',
    async (w) => {
      await w.setting(API_KEY, SECRET);
      await w.admin.remove(`/api/v1/projects/_tenant/settings/${API_KEY}`);
      return `_tenant/${API_KEY}`;
    },
    { data: { before: { set: true }, after: null } },
  ],
  [
    'the address of a model',
    'setting-changed',
    async (w) => {
      await w.setting(BASE_URL, 'https://93.184.216.34/v1');
      await w.admin.remove(`/api/v1/projects/_tenant/settings/${BASE_URL}`);
      return `_tenant/${BASE_URL}`;
    },
    { data: { before: '"https://93.184.216.34/v1"', after: null } },
  ],
  [
    'a recipe, with what changed',
    'configuration-changed',
    async (w) => {
      await w.put('recipes/arthur', recipe('ONE'), 'application/yaml');
      await w.put('recipes/arthur', recipe('TWO'), 'application/yaml');
      return 'e2e/recipes/arthur.yaml';
    },
    { data: { diff: expect.stringMatching(/-promptPrefix: "ONE"\n\+promptPrefix: "TWO"/) } },
  ],
  [
    'a prompt, with what changed',
    'configuration-changed',
    async (w) => {
      await w.put('documents/prompts/arthur-prompt.md', 'Say yes.');
      await w.put('documents/prompts/arthur-prompt.md', 'Say no.');
      return 'e2e/prompts/arthur-prompt.md';
    },
    { data: { version: 2, diff: expect.stringMatching(/-Say yes\.[^]*\+Say no\./) } },
  ],
  [
    'a prompt that is restored',
    'configuration-changed',
    async (w) => {
      await w.admin.post(`${PROJECT}/documents/prompts/arthur-prompt.md/restore`, { version: 1 });
      return 'e2e/prompts/arthur-prompt.md';
    },
    { data: { version: 3, restoredFrom: 1, diff: expect.stringContaining('+Say yes.') } },
  ],
  [
    'a prompt that is deleted',
    'configuration-changed',
    async (w) => {
      await w.admin.remove(`${PROJECT}/documents/prompts/arthur-prompt.md`);
      return 'e2e/prompts/arthur-prompt.md';
    },
    { data: { version: 4, deleted: true, diff: expect.stringContaining('-Say yes.') } },
  ],
  [
    'the models’ table',
    'configuration-changed',
    async (w) => {
      const text = 'models: {}\naliases: { "default:chat": "openai:scripted" }\n';
      await w.put('documents/ai-models.yaml', text);
      return 'e2e/ai-models.yaml';
    },
    { data: { diff: expect.stringContaining('+aliases') } },
  ],
  [
    'a recipe that got in broken',
    'configuration-broken',
    async (w) => {
      const rows = w.cluster.mongo.db(w.cluster.database).collection('documents');
      const where = { project: 'e2e', path: 'recipes/arthur.yaml' };
      await rows.updateOne(where, { $set: { content: 'engine: [' } });
      await w.put('documents/prompts/next-revision.md', 'x');
      await w.talk((one) => one.say('Hello.', answer('Hello.')));
      await w.admin.remove(`${PROJECT}/documents/recipes/arthur.yaml`);
      return 'e2e/recipes/arthur.yaml';
    },
    { outcome: 'refused', data: { layer: 'project' } },
  ],
  [
    'a kit that is staged',
    'kit-staged',
    async (w) => {
      await w.admin.post(`${PROJECT}/kits`, { files: stagedKit });
      return 'e2e/staged';
    },
    { data: { version: '1.0.0' } },
  ],
  [
    'a kit that is not what was looked at',
    'kit-refused',
    async (w) => {
      await w.admin.post(`${PROJECT}/kits`, { files: stagedKit });
      const hash = '0'.repeat(64);
      await w.refused(w.admin.post(`${PROJECT}/kits/staged/apply`, { hash }));
      return 'e2e/staged';
    },
    { outcome: 'refused', data: { code: 'KIT_CHANGED' } },
  ],
  [
    'a kit that is forgotten',
    'kit-removed',
    async (w) => {
      await w.admin.post(`${PROJECT}/kits`, { files: stagedKit });
      await w.admin.remove(`${PROJECT}/kits/staged`);
      return 'e2e/staged';
    },
    {},
  ],
  [
    'a kit',
    'kit-applied',
    async (w) => {
      const files = {
        'kit.yaml': 'name: team\nversion: 1.0.0\n',
        'prompts/kit.md': 'From a kit',
      };
      const { hash } = await w.admin.post<{ hash: string }>(`${PROJECT}/kits`, { files });
      await w.admin.post(`${PROJECT}/kits/team/apply`, { hash });
      return 'e2e/team';
    },
    { data: { version: '1.0.0', changed: ['prompts/kit.md'] } },
  ],
];

/** What agents are made to do, and what they and strangers are refused. */
export const agentCases: readonly RecordCase[] = [
  ['a proposal', 'plan-proposed', (w) => w.planned(), { data: { planVersion: 1 } }],
  [
    'an approval by the button',
    'plan-decided',
    (w) =>
      w.talk(async (one) => {
        await one.toPlanning();
        one.script(ask('Shall I go on?'));
        await one.decide('approve', 1);
        await one.rests();
      }),
    { outcome: 'done', data: { verdict: 'approve', source: 'button', planVersion: 1 } },
  ],
  [
    'an approval by words',
    'plan-decided',
    (w) => w.planned(action('START_EXECUTION'), ask('Shall I go on?')),
    { outcome: 'done', data: { verdict: 'approve', source: 'chat', planVersion: 1 } },
  ],
  [
    'a rejection over REST',
    'plan-decided',
    (w) =>
      w.talk(async (one) => {
        await one.toPlanning();
        const path = `/api/v1/processes/${one.conversation.processId}/plan/decision`;
        one.script(answer('Then not.'));
        const decisionId = randomUUID();
        await w.admin.post(path, { planVersion: 1, verdict: 'reject', decisionId });
        await one.conversation.connection.says('Then not.');
      }),
    { outcome: 'done', data: { verdict: 'reject', source: 'rest' } },
  ],
  [
    'a verdict that came too late',
    'plan-decided',
    (w) =>
      w.talk(async (one) => {
        await one.toPlanning();
        await one.say('Other steps.', propose('x', 'y', 'z'));
        await one.refusal('approve', 1);
      }),
    { outcome: 'refused', data: { verdict: 'approve', code: 'PLAN_VERSION_STALE' } },
  ],
  [
    'a start that nobody approved',
    'approval-refused',
    (w) =>
      w.talk(async (one) => {
        await one.toPlanning();
        await one.say('No.', action('START_EXECUTION'), answer('Understood.'));
      }),
    { outcome: 'refused', data: { action: 'START_EXECUTION', planVersion: 1 } },
  ],
  [
    'an execution that begins',
    'mode-changed',
    (w) => w.planned(action('START_EXECUTION'), ask('Shall I go on?')),
    { data: { from: 'PLANNING', to: 'EXECUTING', by: 'START_EXECUTION' } },
  ],
  [
    'a draft that ends with the tenant’s switch',
    'mode-changed',
    (w) =>
      w.talk(async (one) => {
        await one.say('Plan it.', action('START_PLAN'), answer('What exactly?'));
        await w.setting(SWITCH, 'disabled');
        await one.say('This.', answer('Done.')).finally(() => w.setting(SWITCH, 'auto'));
      }),
    { data: { from: 'EXPLORING', to: 'NORMAL', by: 'switched-off' } },
  ],
  [
    'the switch of a user',
    'agent-mode-changed',
    (w) => w.talk((one) => one.agentMode('plan')),
    { data: { from: 'build', to: 'plan', by: 'agent-mode' } },
  ],
  [
    'a tool that a plan hides',
    'tool-refused',
    (w) =>
      w.talk(async (one) => {
        await one.toPlanning();
        await one.say('Set it.', set, answer('Not yet.'));
      }),
    { outcome: 'refused', data: { tool: 'data_set', mode: 'PLANNING' } },
  ],
  [
    'another tenant’s session',
    'access-refused',
    async (w) => {
      const stranger = await w.cluster.anotherTenant();
      const { sessionId } = await Conversation.open(stranger, 'e2e');
      await w.refused(w.admin.get(`/api/v1/sessions/${sessionId}`));
      return `session/${sessionId}`;
    },
    { outcome: 'refused' },
  ],
];
