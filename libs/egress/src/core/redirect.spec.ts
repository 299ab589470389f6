import { AllowedHosts } from './allowed-hosts';
import { judgeRedirect, redirected, type Sent } from './redirect';

const sent: Sent = {
  url: new URL('https://a.example/v1/ask'),
  method: 'POST',
  headers: [
    ['accept', '*/*'],
    ['authorization', 'Bearer key'],
    ['content-type', 'application/json'],
    ['cookie', 'c=1'],
    ['x-api-key', 'key'],
    ['x-goog-api-key', 'key'],
  ],
  body: '{}',
};
const names = ({ headers }: Sent) => headers.map(([name]) => name);

describe('a redirect', () => {
  it('to another origin carries no header that tells who asks', () => {
    for (const target of ['https://b.example/', 'https://a.example:8443/', 'http://a.example/']) {
      const next = redirected(sent, 307, new URL(target));
      expect(names(next)).toEqual(['accept', 'content-type']);
      expect(next).toMatchObject({ method: 'POST', body: '{}' });
    }
  });

  it('within the origin carries them all', () => {
    expect(names(redirected(sent, 308, new URL('https://a.example/v2')))).toEqual(names(sent));
  });

  it.each([301, 302, 303])('of status %d asks on without the body', (status) => {
    const next = redirected(sent, status, new URL('https://a.example/v2'));
    expect(next).toMatchObject({ method: 'GET' });
    expect(next.body).toBeUndefined();
    expect(names(next)).not.toContain('content-type');
  });

  it.each([
    ['http://a.example/', 'redirects to an address that is not an https address'],
    ['//10.0.0.1/', 'is not on the public internet'],
    ['https://u:p@a.example/', 'user name'],
    ['https://[', 'redirects to nowhere'],
  ])('to %s is refused', (location, reason) => {
    const judged = judgeRedirect(sent.url, location, new AllowedHosts([]));
    expect(judged).toMatchObject({ ok: false, error: expect.stringContaining(reason) });
  });

  it('never leads from https to http, not even where http is allowed', () => {
    const allowed = new AllowedHosts(['10.0.0.1']);
    expect(judgeRedirect(sent.url, 'https://10.0.0.1/', allowed).ok).toBe(true);
    expect(judgeRedirect(sent.url, 'http://10.0.0.1/', allowed)).toEqual({
      ok: false,
      error: 'redirects from https to http',
    });
  });

  it('may be relative', () => {
    const judged = judgeRedirect(sent.url, '../v2?x', new AllowedHosts([]));
    expect(judged).toMatchObject({ ok: true, value: { href: 'https://a.example/v2?x' } });
  });
});
