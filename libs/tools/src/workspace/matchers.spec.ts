import { lineMatcher } from './line-matcher';
import { pathMatcher } from './path-matcher';

describe('finding files by name', () => {
  it.each([
    ['**/*.md', 'docs/a/readme.md', true],
    ['docs/*.md', 'docs/a/readme.md', false],
    ['*.md', 'docs/a/readme.md', true],
    ['READ', 'docs/a/readme.md', true],
    ['readme', 'docs/other.md', false],
    ['*.{ts,js}', 'src/index.ts', true],
    ['.env*', 'conf/.env.local', true],
  ])('%s and %s: %s', (pattern, path, fits) => {
    expect(pathMatcher(pattern)(path)).toBe(fits);
  });
});

describe('finding lines', () => {
  const plain = { regex: false, ignoreCase: false };

  it('takes a pattern literally unless asked', () => {
    expect(lineMatcher('a|b.', plain)('x a|b. y')).toBe(true);
    expect(lineMatcher('a|b.', plain)('a')).toBe(false);
    expect(lineMatcher('HELLO', { ...plain, ignoreCase: true })('say hello')).toBe(true);
  });

  it('takes a regular expression when asked', () => {
    const fits = lineMatcher('^import .* from', { regex: true, ignoreCase: true });
    expect([fits('IMPORT x from'), fits('  import x from')]).toEqual([true, false]);
  });

  it('names what is wrong with a broken expression', () => {
    expect(() => lineMatcher('(', { ...plain, regex: true })).toThrow(/missing closing/);
  });

  it('is not held up by an expression that explodes elsewhere', () => {
    const fits = lineMatcher('^(a+)+$', { ...plain, regex: true });
    expect(fits(`${'a'.repeat(2_000)}!`)).toBe(false);
  });
});
