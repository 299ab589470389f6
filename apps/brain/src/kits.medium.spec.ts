import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

const PROMPT = 'Be {{ mode }}.\n';
const FILES = {
  'kit.yaml': 'name: team\nversion: 1.0.0\n',
  'prompts/arthur-prompt.md': PROMPT,
};

describe('kits over REST', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;
  let member: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
    member = await admin.member('ada');
    await admin.call('PUT', '/api/v1/projects/p/members/ada');
  });
  afterAll(async () => {
    admin?.close();
    member?.close();
    await brains?.stop();
  });
  const path = (more = '') => `/api/v1/projects/p/kits${more}`;
  const effective = async () =>
    (await admin.call('GET', '/api/v1/projects/p/effective/prompts/arthur-prompt.md')).body;

  it('are staged by a member, looked at, and applied by an administrator who names the hash', async () => {
    const staged = await member.call('POST', path(), { files: FILES });
    expect(staged).toMatchObject({
      status: 201,
      body: { name: 'team', paths: ['prompts/arthur-prompt.md'], settings: [], applying: false },
    });
    const { hash } = staged.body;
    expect((await member.call('GET', path('/team'))).body).toMatchObject({
      ...{ hash, files: [{ path: 'prompts/arthur-prompt.md', content: PROMPT }], values: {} },
    });
    expect((await member.call('POST', path('/team/apply'), { hash })).status).toBe(403);
    const other = await admin.call('POST', path('/team/apply'), { hash: '0'.repeat(64) });
    expect([other.status, other.body.code]).toEqual([409, 'KIT_CHANGED']);
    expect((await effective()).layer).toBe('bundled');

    const applied = await admin.call('POST', path('/team/apply'), { hash });
    expect(applied).toMatchObject({
      status: 200,
      body: { name: 'team', hash, changed: ['prompts/arthur-prompt.md'] },
    });
    expect(await effective()).toMatchObject({ content: PROMPT, layer: 'project' });
    expect((await admin.call('GET', path())).body.items).toEqual([
      expect.objectContaining({ applied: expect.objectContaining({ hash }) }),
    ]);
    const { items } = (await admin.call('GET', '/api/v1/audit')).body;
    expect(items).toContainEqual(
      expect.objectContaining({ action: 'kit-applied', target: 'p/team' }),
    );
  });

  it('are exported as files that can be staged again, with the same hash', async () => {
    const { body, status } = await member.call('GET', path('/team/export'));
    expect([status, body.name, body.version]).toEqual([200, 'team', '1.0.0']);
    expect(body.files['prompts/arthur-prompt.md']).toBe(PROMPT);
    const again = await member.call('POST', path(), { files: body.files });
    expect([again.status, again.body.hash]).toEqual([201, body.hash]);
  });

  it('are refused with every fault and its file', async () => {
    const files = { ...FILES, 'prompts/arthur-prompt.md': '{{ x() }}', '../a.md': 'x' };
    const refused = await admin.call('POST', path(), { files });
    expect(refused).toMatchObject({
      status: 422,
      body: { code: 'KIT_INVALID', errors: [{ path: '../a.md', message: expect.any(String) }] },
    });
    expect((await admin.call('POST', path(), { files: { 'kit.yaml': 7 } })).status).toBe(400);
    expect((await admin.call('POST', path(), {})).status).toBe(400);
  });

  it('can be forgotten by an administrator', async () => {
    expect((await member.call('DELETE', path('/team'))).status).toBe(403);
    expect((await admin.call('DELETE', path('/team'))).status).toBe(204);
    expect((await admin.call('GET', path('/team'))).status).toBe(404);
    expect((await admin.call('POST', path('/team/apply'), { hash: '0'.repeat(64) })).status).toBe(
      404,
    );
    expect((await effective()).layer).toBe('project');
  });
});
