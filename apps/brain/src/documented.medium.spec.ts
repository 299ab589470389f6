import type { Account } from './testing/account';
import { Brains } from './testing/brains';
import { Documented } from './testing/documented';

const DOCUMENTS = '/api/v1/projects/p/documents';
const SETTINGS = '/api/v1/projects/p/settings';
const yaml = { 'content-type': 'application/yaml' };

/** `Account.call` holds every answer of every test against the OpenAPI document; here are those that others rarely get. */
describe('a refusal is what the OpenAPI document says', () => {
  let brains: Brains;
  let admin: Account;

  beforeAll(async () => {
    brains = await Brains.prepare();
    const brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    await admin.project('p');
  });
  afterAll(async () => {
    await brains?.stop();
  });

  it.each([
    ['GET', `${SETTINGS}/vance.none`, 422, 'UNPROCESSABLE'],
    ['DELETE', `${SETTINGS}/vance.none`, 422, 'UNPROCESSABLE'],
    ['GET', `${SETTINGS}/vance.none/history`, 422, 'UNPROCESSABLE'],
    ['GET', '/api/v1/insights/traces?processId=prc_none', 404, 'NOT_FOUND'],
    ['GET', '/api/v1/insights/usage?from=2020-01-01T00:00:00Z', 400, 'BAD_REQUEST'],
    ['GET', `${DOCUMENTS}/none.md`, 404, 'NOT_FOUND'],
  ])('%s %s', async (method, path, status, code) => {
    const answer = await admin.call(method, path);
    expect([answer.status, answer.body.code]).toEqual([status, code]);
  });

  it.each([
    ['recipes/r.yaml', 'name: r\nsurprise: 1\n', 'RECIPE_INVALID', ['line', 'key', 'rule']],
    ['recipes/r.yaml', 'name: [', 'RECIPE_INVALID', ['line', 'key', 'rule']],
    ['ai-models.yaml', 'models: []', 'AI_MODELS_INVALID', ['line', 'key', 'rule']],
    ['mcp-servers.yaml', 'servers: []', 'MCP_SERVERS_INVALID', ['line', 'key', 'rule']],
    ['prompts/a.md', '{{ run() }}', 'TEMPLATE_INVALID', ['line', 'column', 'rule', 'fault']],
  ])('of the text of %s: %j', async (path, text, code, told) => {
    const answer = await admin.call('PUT', `${DOCUMENTS}/${path}`, text, yaml);
    expect([answer.status, answer.body.code]).toEqual([422, code]);
    expect(Object.keys(answer.body.errors[0])).toEqual(expect.arrayContaining(told));
  });

  it('of a setting and of a kit', async () => {
    const url = `${SETTINGS}/vance.models.openai.baseUrl`;
    expect((await admin.call('PUT', url, { value: 'https://10.0.0.1/' })).body).toMatchObject({
      ...{ code: 'EGRESS_REFUSED', errors: [{ path: 'value' }] },
    });
    const files = { 'kit.yaml': 'name: a\nversion: 1.0\n', 'recipes/r.yaml': 'name: r\n' };
    expect((await admin.call('POST', '/api/v1/projects/p/kits', { files })).body).toMatchObject({
      ...{ code: 'KIT_INVALID', errors: [{ path: 'kit.yaml' }] },
    });
  });

  it('and what is not in it would be noticed', async () => {
    const documented = await Documented.at(admin.url);
    const tell = (status: number, body: object) =>
      documented.fault('GET', '/api/v1/projects/p/settings', {
        ...{ status, body, type: 'application/problem+json; charset=utf-8' },
      });
    const problem = { type: '', title: '', status: 404, detail: '', correlationId: '' };
    expect(tell(404, { ...problem, code: 'NOT_FOUND' })).toBeUndefined();
    expect(tell(404, { ...problem, code: 'KIT_BUSY' })).toMatch(/KIT_BUSY is not among/);
    expect(tell(418, { ...problem, code: 'NOT_FOUND' })).toMatch(/no such status/);
    expect(tell(404, { ...problem, code: 'NOT_FOUND', more: 1 })).toMatch(/additional properties/);
  });
});
