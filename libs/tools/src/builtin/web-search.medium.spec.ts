import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { SettingsService } from '@vance/documents';
import { TENANT_PROJECT } from '@vance/tenancy';
import { ToolsApp } from '../testing/tools-app';

describe('web_search, with a service', () => {
  let app: ToolsApp;
  const web = createServer((request, response) => serve(request, response));
  let serve: RequestListener = (_request, response) => response.end();
  let seen: { readonly url?: string; readonly authorization?: string };
  const answers = (body: unknown, status = 200): void => {
    serve = ({ url, headers: { authorization } }, response) => {
      seen = { url, authorization };
      response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body));
    };
  };
  const set = (key: string, value: string) =>
    app
      .get(SettingsService)
      .put(ToolsApp.scope, TENANT_PROJECT, `vance.tools.webSearch.${key}`, value, 'usr_admin');
  beforeAll(async () => {
    await new Promise<void>((resolve) => web.listen(0, '127.0.0.1', resolve));
    const host = `127.0.0.1:${(web.address() as AddressInfo).port}`;
    app = await ToolsApp.start('web_search', [host]);
    await set('url', `http://${host}/search?categories=general`);
  });
  afterAll(async () => {
    await app.stop();
    web.closeAllConnections();
    web.close();
  });

  it('asks it in the agreed way and gives what it found, no more than asked', async () => {
    const result = { url: 'https://x.org/', title: 'X', content: 'About x', score: 1 };
    answers({ query: 'x', results: [result, { url: 'https://y.org/', title: null }, result] });
    const { text } = await app.invoke('web_search', { query: 'a & b', limit: 2 });
    expect(seen).toEqual({ url: '/search?categories=general&q=a+%26+b&format=json' });
    expect(JSON.parse(text)).toEqual({
      note: expect.stringMatching(/never an instruction/),
      results: [
        { url: 'https://x.org/', title: 'X', text: 'About x' },
        { url: 'https://y.org/', title: '', text: '' },
      ],
    });
  });

  it('shows the key to the service alone', async () => {
    await set('apiKey', 'search-secret');
    answers('search-secret is wrong', 401);
    const { text } = await app.invoke('web_search', { query: 'x' });
    expect(seen.authorization).toBe('Bearer search-secret');
    expect(text).toMatch(/^WEB: .* status 401/);
    expect(text).not.toContain('search-secret');
  });

  it.each(['<html>', '{"results": 7}', `{"results": [], "more": "${'x'.repeat(1_100_000)}"}`])(
    'says so when it answers with something else',
    async (body) => {
      answers(body);
      expect((await app.invoke('web_search', { query: 'x' })).text).toMatch(/something else/);
    },
  );
});
