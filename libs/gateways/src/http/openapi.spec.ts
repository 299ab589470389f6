import { errorCodes, errorsOf, httpRoutes, permissionRoles, type RouteSpec } from '@vance/protocol';
import { docsPage } from './docs-page';
import { expressPath } from './endpoint';
import { openApiDocument } from './openapi';

const routes: readonly (readonly [string, RouteSpec])[] = Object.entries(httpRoutes);

describe('the route table', () => {
  it('gives every route a permission that is in the policy', () => {
    for (const [, route] of routes) expect(permissionRoles).toHaveProperty(route.permission);
  });

  it('has no two routes of one method and path', () => {
    const places = routes.map(([, { method, path }]) => `${method} ${path}`);
    expect(new Set(places).size).toBe(places.length);
  });

  it('declares exactly the parameters that its paths have', () => {
    for (const [name, { path, params }] of routes) {
      const inPath = [...path.matchAll(/\{(\w+)\*?\}/g)].map(([, param]) => param).sort();
      expect([name, Object.keys(params?.shape ?? {}).sort()]).toEqual([name, inPath]);
    }
  });

  it('names only codes that are listed', () => {
    for (const [, route] of routes)
      for (const code of errorsOf(route)) expect(errorCodes).toHaveProperty(code);
  });

  it('is spelled for the router', () => {
    expect(expressPath('/a/{id}/documents/{path*}')).toBe('/a/:id/documents/*path');
  });
});

describe('openApiDocument', () => {
  const document = JSON.parse(JSON.stringify(openApiDocument(httpRoutes, '1.2.3')));

  it('has an operation for every route, with its error codes', () => {
    const operations = Object.values(document.paths as Record<string, object>).flatMap((item) =>
      Object.values(item),
    );
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      Object.keys(httpRoutes).sort(),
    );
    const decide = document.paths['/api/v1/processes/{processId}/plan/decision'].post;
    expect(decide.responses['409'].description).toContain('PLAN_VERSION_STALE');
  });

  it('carries the very schemas that check the requests', () => {
    const body =
      document.paths['/api/v1/projects'].post.requestBody.content['application/json'].schema;
    expect(body).toMatchObject({ type: 'object', additionalProperties: false, required: ['name'] });
  });

  it('resolves every reference at the root of the document', () => {
    const references: string[] = [];
    JSON.stringify(document, (key, value: unknown) => {
      if (key === '$ref' && typeof value === 'string') references.push(value);
      return value;
    });
    expect(references.length).toBeGreaterThan(0);
    for (const reference of new Set(references)) {
      const [root, ...path] = reference.split('/');
      const found = path.reduce((at, name) => at?.[name], document);
      expect([root, reference, typeof found]).toEqual(['#', reference, 'object']);
    }
  });

  it('tells of live feeds and of the headers that a handler reads', () => {
    const events = document.paths['/api/v1/sessions/{sessionId}/events'].get;
    expect(Object.keys(events.responses['200'].content)).toContain('text/event-stream');
    expect(events.parameters).toContainEqual(
      expect.objectContaining({ name: 'Last-Event-ID', in: 'header' }),
    );
  });

  it('asks for a token exactly where a permission does', () => {
    expect(document.paths['/healthz'].get.security).toEqual([]);
    expect(document.paths['/api/v1/projects'].get.security).toEqual([{ bearer: [] }]);
  });
});

describe('docsPage', () => {
  it('lists every route and loads nothing from elsewhere', () => {
    const page = docsPage(httpRoutes);
    for (const [, { path }] of routes) expect(page).toContain(path.replace('*}', '}'));
    expect(page).not.toMatch(/<script|https?:/);
  });
});
