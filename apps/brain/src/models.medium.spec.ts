import { Database } from '@vance/data';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

const MODELS = 'ai-models.yaml';
/** Each alias names the next one twice: followed word by word it is never done. */
const ENDLESS = [
  'aliases:',
  ...Array.from({ length: 40 }, (_, n) => `  x:a${n}: x:a${n + 1}, x:a${n + 1}`),
  '  x:a40: openai:a',
  '  default:chat: x:a0',
].join('\n');

describe('models of a tenant', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;
  let other: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    other = await brains.tenant(brain, 'globex');
    await admin.project('p');
  });
  afterAll(async () => {
    admin?.close();
    other?.close();
    await brains?.stop();
  });

  const put = (content: string, project = 'p') =>
    admin.call('PUT', `/api/v1/projects/${project}/documents/${MODELS}`, content, {
      'content-type': 'application/yaml',
    });
  const slipIn = (content: string) =>
    brain.app
      .get(Database)
      .connection.collection('documents')
      .updateOne({ project: 'p', path: MODELS }, { $set: { content } });
  const preview = (model: string) =>
    admin.call('POST', '/api/v1/projects/p/prompts/arthur-prompt/preview', {
      mode: 'NORMAL',
      model,
    });
  /** `model: layer maxTools usable`, of those that are no bundled ones untouched. */
  const listed = async (account: Account) => {
    const { items } = (await account.call('GET', '/api/v1/models')).body as {
      items: { model: string; layer: string; maxTools: number; usable: boolean }[];
    };
    return items.flatMap(({ model, layer, maxTools, usable }) =>
      layer === 'bundled' ? [] : [`${model}: ${layer} ${maxTools} ${usable}`],
    );
  };

  it('are listed with what the product ships, and nobody else sees them', async () => {
    expect(await listed(admin)).toEqual([]);
    const rows = 'models:\n  demo:guide: { maxTools: 7 }\n  openai:own: { tier: small }\n';
    expect((await put(rows, '_tenant')).status).toBe(200);
    expect(await listed(admin)).toEqual([
      'demo:guide: tenant 7 true',
      'openai:own: tenant 128 false',
    ]);
    expect(await listed(other)).toEqual([]);
  });

  it('are refused where an alias leads nowhere, by whichever door', async () => {
    const refused = await put(ENDLESS);
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({ code: 'AI_MODELS_INVALID' });
    const kit = {
      'kit.yaml': 'name: endless\nversion: 1.0.0\ndescription: d\n',
      [MODELS]: ENDLESS,
    };
    const staged = await admin.call('POST', '/api/v1/projects/p/kits', { files: kit });
    expect(staged.body).toMatchObject({ code: 'KIT_INVALID' });
    expect(JSON.stringify(staged.body)).toContain('more than 8 aliases in a row');
    const recipe =
      'name: lost\ntitle: t\ndescription: d\nengine: arthur\nparams: { model: no:alias }\n';
    const saved = await admin.call('PUT', '/api/v1/projects/p/recipes/lost', recipe, {
      'content-type': 'application/yaml',
    });
    expect(saved.body).toMatchObject({ code: 'RECIPE_INVALID', errors: [{ key: 'params.model' }] });
  });

  it('that got in endless keep nobody waiting', async () => {
    await put('models: {}\n');
    await slipIn(ENDLESS);
    expect((await preview('default:chat')).status).toBe(200);
    expect((await preview('x:a0')).status).toBe(422);
  });

  it.each(['nope:nope', 'no:alias', 'qwen3', 'demo:guide,nope:x'])(
    'are asked for a preview by a setting that leads to models, not by %s',
    async (model) => {
      const { status, body } = await preview(model);
      expect(status).toBe(422);
      expect(body.detail).toMatch(
        /no alias and of no provider; providers are demo, gemini, openai/,
      );
    },
  );
});
