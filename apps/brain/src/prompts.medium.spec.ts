import { Database } from '@vance/data';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

describe('prompts of a tenant', () => {
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

  const put = (path: string, text: string) =>
    admin.call('PUT', `/api/v1/projects/p/documents/${path}`, text, {
      'content-type': 'text/markdown',
    });
  const preview = (body: object, name = 'arthur-prompt') =>
    admin.call('POST', `/api/v1/projects/p/prompts/${name}/preview`, body);

  it('are refused with line and column when their template is broken', async () => {
    const refused = await put('prompts/arthur-prompt.md', 'Hello.\n\n  {{ range(9) }}');
    expect(refused.status).toBe(422);
    expect(refused.body).toMatchObject({
      code: 'TEMPLATE_INVALID',
      errors: [{ line: 3, column: 11, message: expect.stringContaining('line 3, column 11') }],
    });
    expect((await preview({ mode: 'NORMAL' })).body.source).toMatchObject({ layer: 'bundled' });
  });

  it('are shown as a model would read them in a mode', async () => {
    const own =
      '{{ mode }} {{ phase }} {{ agentMode }} {{ profile }} {{ recipe }} {{ params.planMode }} {{ tier }} {{ provider }} {{ model }}';
    await put('prompts/arthur-prompt-exploring.md', own);
    const asked = { mode: 'EXPLORING', recipe: 'high-risk', model: 'openai:gpt-5-nano' };
    expect((await preview(asked)).body).toEqual({
      text: 'EXPLORING drafting build web high-risk required small openai gpt-5-nano',
      source: { path: 'prompts/arthur-prompt-exploring.md', layer: 'project', version: 1 },
    });
    expect((await preview({ mode: 'PLANNING' })).body.source.layer).toBe('bundled');
  });

  it('tell what stops them when they are rendered', async () => {
    await put('prompts/late.md', 'one\n{% include "no" ~ "where" %}');
    const failed = await preview({ mode: 'NORMAL' }, 'late');
    expect(failed.status).toBe(422);
    expect(failed.body).toMatchObject({ code: 'TEMPLATE_INVALID', errors: [{ line: 2 }] });
  });

  it('are not found where there are none, and asked for in a mode that there is', async () => {
    expect((await preview({ mode: 'NORMAL' }, 'nobody')).status).toBe(404);
    expect((await preview({ mode: 'NORMAL', recipe: 'nobody' })).status).toBe(404);
    expect((await preview({ mode: 'SLEEPING' })).status).toBe(400);
  });

  describe('that got in broken', () => {
    const slipIn = (path: string, content: string) =>
      brain.app
        .get(Database)
        .connection.collection('documents')
        .updateOne({ project: 'p', path }, { $set: { content } });

    it('are told by the effective view, recipes by their list too, and both by the record', async () => {
      const yaml = 'name: hurt\ntitle: t\ndescription: d\nengine: arthur\n';
      await put('recipes/hurt.yaml', yaml);
      await put('prompts/hurt-prompt.md', 'fine');
      await slipIn('recipes/hurt.yaml', 'engine: [');
      await slipIn('prompts/hurt-prompt.md', 'x\n{{');
      await put('prompts/bump.md', 'next revision');
      const effective = (path: string) => admin.call('GET', `/api/v1/projects/p/effective/${path}`);
      expect((await effective('prompts/hurt-prompt.md')).body).toMatchObject({
        ...{ layer: 'project', version: 1, shadowed: [] },
        faults: [{ layer: 'project', version: 1, faults: [{ line: 2 }] }],
      });
      expect((await effective('recipes/hurt.yaml')).body.faults).toMatchObject([
        { layer: 'project', version: 1, faults: [{ line: 1, message: expect.any(String) }] },
      ]);
      const { body } = await admin.call('GET', '/api/v1/projects/p/recipes');
      expect(body.items.find(({ name }: { name: string }) => name === 'hurt')).toMatchObject({
        ...{ available: false, layer: 'project', version: 1 },
        faults: [{ layer: 'project', faults: [{ line: 1 }] }],
      });
      const one = await admin.call('GET', '/api/v1/projects/p/recipes/hurt');
      expect(one.body).toEqual(body.items.find(({ name }: { name: string }) => name === 'hurt'));
      const begun = await admin.call('POST', '/api/v1/projects/p/sessions', { recipe: 'hurt' });
      expect([begun.status, begun.body.code]).toEqual([422, 'RECIPE_INVALID']);
      const names = body.items.map(({ name }: { name: string }) => name);
      expect(names).toEqual([...names].sort());
      const record = (await admin.call('GET', '/api/v1/audit?limit=100')).body.items;
      expect(record).toContainEqual(
        expect.objectContaining({ action: 'configuration-broken', target: 'p/recipes/hurt.yaml' }),
      );
    });
  });
});
