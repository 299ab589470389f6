import { BAD_PATHS } from '../testing/bad-paths';
import { workspaceSegments } from './workspace-path';

describe('paths in a workspace', () => {
  it.each(BAD_PATHS)('refuses %j', (path) => {
    expect(workspaceSegments(path).ok).toBe(false);
  });

  it.each([
    ['', []],
    ['.', []],
    ['a', ['a']],
    ['./a//b/', ['a', 'b']],
    ['docs/read me.md', ['docs', 'read me.md']],
    ['.env', ['.env']],
    ['a..b/c.', ['a..b', 'c.']],
    ['%2e%2e/x', ['%2e%2e', 'x']],
    ['ünï/😀.md', ['ünï', '😀.md']],
  ])('reads %j as names below the root', (path, segments) => {
    expect(workspaceSegments(path)).toEqual({ ok: true, value: segments });
  });
});
