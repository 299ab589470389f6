import { allowedMethods } from './allowed-methods';

it.each([
  ['/api/v1/projects', ['HEAD', 'GET', 'POST']],
  ['/api/v1/projects/', []],
  ['/api/v1/projects/p/documents/a/b.md', ['HEAD', 'GET', 'PUT', 'DELETE']],
  ['/api/v1/projects/p/documents/a/history', ['HEAD', 'GET', 'PUT', 'DELETE']],
  ['/api/v1/projects/p/documents/a/restore', ['HEAD', 'GET', 'POST', 'PUT', 'DELETE']],
  ['/api/v1/processes/x/halt', ['POST']],
  ['/api/openapi.json', ['HEAD', 'GET']],
  ['/api/openapi+json', []],
  ['/api/v1/projects/p/nothing', []],
  ['/', []],
])('%s allows %p', (path, methods) => {
  expect(allowedMethods(path)).toEqual(methods);
});
