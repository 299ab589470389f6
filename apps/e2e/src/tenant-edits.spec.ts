import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '@vance/testing';
import {
  type Account,
  action,
  answer,
  ask,
  Cluster,
  PlanTalk,
  type SeenRequest,
  update,
  WireRefusal,
} from './harness';

const ROUNDS = 8;
const done = (id: string) => ({ id, status: 'COMPLETED' });
const recipe = (words: string) =>
  `name: arthur\ntitle: Arthur\ndescription: d\nengine: arthur\npromptPrefix: "${words}"\n`;

/** The text a request begins with, which prompts and recipe make. */
const system = (request: SeenRequest | undefined): string => {
  const [first] = request?.messages ?? [];
  return first?.role === 'system' ? String(first.content) : '';
};

describe('what a tenant edits at one brain', () => {
  let cluster: Cluster;
  let talk: PlanTalk;
  /** The admin at the brain that the conversation is not on. */
  let admin: Account;

  beforeAll(async () => {
    cluster = await Cluster.start({ brains: 2, workers: 2 });
    await cluster.account();
    admin = await cluster.account(1);
  });
  afterAll(async () => {
    await cluster?.stop();
  });
  beforeEach(async () => {
    talk = await PlanTalk.open(cluster);
  });

  const documents = '/api/v1/projects/e2e/documents';
  const put = (path: string, text: string) =>
    admin.put(
      `${documents}/${path}`,
      text,
      path.endsWith('.md') ? 'text/markdown' : 'application/yaml',
    );
  const remove = (path: string) =>
    fetch(`${admin.url}${documents}/${path}`, {
      method: 'DELETE',
      headers: { authorization: `Bearer ${admin.token}` },
    });
  const lastAsked = async (words: string) => {
    await talk.say(words, answer('Heard.'));
    return talk.requests.at(-1);
  };

  it('is used by the next turn of any worker: a prompt, what it includes, and a recipe', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await put('prompts/rules.md', `RULES-${round}`);
      await put('prompts/arthur-prompt.md', `PROMPT-${round} {% include "rules" %}`);
      await put('recipes/arthur.yaml', recipe(`WORDS-${round}`));
      const text = system(await lastAsked(`Round ${round}.`));
      expect(text).toBe(`PROMPT-${round} RULES-${round}\n\nWORDS-${round}`);
    }
    for (const path of ['prompts/rules.md', 'prompts/arthur-prompt.md', 'recipes/arthur.yaml'])
      await remove(path);
    expect(system(await lastAsked('And now?'))).toContain('You are Arthur');
  });

  it('is used by the next turn of any worker: the models', async () => {
    for (let round = 1; round <= ROUNDS; round += 1) {
      await put(
        'ai-models.yaml',
        `models: {}\naliases: { "default:chat": "openai:model-${round}" }\n`,
      );
      expect(await lastAsked(`Round ${round}.`)).toMatchObject({ model: `model-${round}` });
    }
    await remove('ai-models.yaml');
    expect(await lastAsked('And now?')).toMatchObject({ model: 'scripted' });
  });

  it('is seen at once at the other brain, in the effective view and in the preview', async () => {
    const other = await cluster.account(0);
    const project = '/api/v1/projects/e2e';
    for (let round = 1; round <= ROUNDS; round += 1) {
      await put('prompts/seen.md', `SEEN-${round}`);
      await put('recipes/seen.yaml', recipe(`SEEN-${round}`).replace('arthur', 'seen'));
      expect(await other.get(`${project}/effective/prompts/seen.md`)).toMatchObject({
        ...{ content: `SEEN-${round}`, layer: 'project', version: round },
      });
      const preview = await other.post(`${project}/prompts/seen/preview`, { mode: 'NORMAL' });
      expect(preview).toMatchObject({ text: `SEEN-${round}` });
      expect(await other.get(`${project}/recipes/seen`)).toMatchObject({
        ...{ promptPrefix: `SEEN-${round}`, version: round },
      });
    }
  });

  it('and what got broken into the database past every check, stops no turn; admins can find it', async () => {
    const texts: Readonly<Record<string, readonly [string, string]>> = {
      'prompts/arthur-prompt.md': ['fine', 'x {% include "nowhere" %}'],
      'recipes/arthur.yaml': [recipe('fine'), 'engine: ['],
      'ai-models.yaml': ['models: {}\n', 'models: {"openai:scripted": {maxTools: -1}}'],
    };
    const rows = cluster.mongo.db(cluster.database).collection('documents');
    const recorded = async () => {
      const url = '/api/v1/audit?action=configuration-broken&limit=200';
      const { items } = await admin.get<{ items: { target: string }[] }>(url);
      return items.map(({ target }) => target);
    };
    for (const [path, [sound, broken]] of Object.entries(texts)) {
      await put(path, sound);
      await rows.updateOne({ project: 'e2e', path }, { $set: { content: broken } });
    }
    await put('prompts/bump.md', 'next revision');
    expect(system(await lastAsked('Are you well?'))).toContain('You are Arthur');
    for (const path of Object.keys(texts))
      expect(await admin.get(`/api/v1/projects/e2e/effective/${path}`)).toMatchObject({
        layer: 'bundled',
        faults: [{ layer: 'project', faults: [{ message: expect.any(String) }] }],
      });
    // The record is written beside the turn, not before it.
    const targets = Object.keys(texts).map((path) => `e2e/${path}`);
    await eventually(async () => expect(await recorded()).toEqual(expect.arrayContaining(targets)));
    for (const path of Object.keys(texts)) await remove(path);
  });

  it('report 49: a template that reaches for the process is refused when saved, and inert where it got in', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vance-ran-'));
    const file = join(folder, 'ran');
    const code = `process.getBuiltinModule('node:fs').writeFileSync('${file}', 'ran')`;
    const rows = cluster.mongo.db(cluster.database).collection('documents');
    const path = 'prompts/arthur-prompt.md';
    // Stock nunjucks runs each of them.
    for (const hostile of [
      `{{ range.constructor("${code}")() }}`,
      `{{ joiner["constr" ~ "uctor"]("${code}")() }}`,
      `{{ "".constructor.constructor("${code}")() }}`,
      `{% set f = cycler["constructor"] %}{{ f("${code}")() }}`,
      '{{ [a\\, &`] }}`)]);' + `${code};//`,
    ]) {
      const saved = await put(path, hostile).catch((error: unknown) => error);
      expect(saved).toBeInstanceOf(WireRefusal);
      expect((saved as WireRefusal).details).toMatch(/TEMPLATE_INVALID.*"line":1,"column":\d/);
      await put(path, 'Fine.');
      await rows.updateOne({ project: 'e2e', path }, { $set: { content: hostile } });
      await put('prompts/bump.md', 'next revision');
      const text = system(await lastAsked('Are you well?'));
      expect(text).toContain('You are Arthur');
      expect(text).not.toContain('constr');
      await expect(access(file)).rejects.toMatchObject({ code: 'ENOENT' });
    }
    await remove(path);
    await rm(folder, { recursive: true });
  });

  it('does not reach a plan that runs: it is played by what it was approved under', async () => {
    const edit = async (n: number) => {
      await put('prompts/arthur-prompt.md', `PROMPT-${n}`);
      await put('recipes/arthur.yaml', recipe(`WORDS-${n}`));
    };
    const heldTo = async () => {
      const { account, processId } = talk.conversation;
      return (await account.get<{ heldTo?: object }>(`/api/v1/processes/${processId}/plan`)).heldTo;
    };
    await edit(1);
    await talk.toPlanning();
    await edit(2);
    expect(await heldTo()).toBeUndefined();
    talk.script(ask('Shall I go on?'));
    await talk.decide('approve', 1);
    await talk.rests();
    await edit(3);
    for (const words of ['Go on.', 'And on.']) {
      await talk.say(words, ask('Shall I go on?'));
      expect(system(talk.requests.at(-1))).toBe('PROMPT-2\n\nWORDS-2');
    }
    expect(await heldTo()).toMatchObject({
      planVersion: 1,
      recipe: { name: 'arthur', layer: 'project', version: expect.any(Number) },
      prompts: [
        { path: 'prompts/arthur-prompt.md', layer: 'project' },
        { path: 'prompts/arthur-prompt-exploring.md', layer: 'bundled', version: 0 },
        { path: 'prompts/arthur-prompt-planning.md', layer: 'bundled', version: 0 },
      ],
    });
    await remove('prompts/arthur-prompt.md');
    await remove('recipes/arthur.yaml');
    await talk.say('Finish.', update(done('a'), done('b'), done('c')), answer('All done.'));
    expect(system(talk.requests.at(-1))).toBe('PROMPT-2\n\nWORDS-2');
    expect(await heldTo()).toBeUndefined();
    expect(system(await lastAsked('Something else.'))).toContain('You are Arthur');
  });

  it('reaches the plan that replaces it', async () => {
    await put('prompts/arthur-prompt.md', 'PROMPT-1');
    await talk.toPlanning();
    await talk.say('Go.', action('START_EXECUTION'), ask('Shall I go on?'));
    await put('prompts/arthur-prompt.md', 'PROMPT-2');
    await talk.say('Go on.', ask('Shall I go on?'));
    expect(system(talk.requests.at(-1))).toBe('PROMPT-1');
    await talk.toPlanning('x', 'y', 'z');
    await talk.say('Go.', action('START_EXECUTION'), ask('Shall I go on?'));
    expect(system(talk.requests.at(-1))).toBe('PROMPT-2');
  });
});
