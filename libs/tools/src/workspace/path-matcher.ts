import picomatch from 'picomatch';

/**
 * Tells whether a path fits a glob; a pattern without any wildcard fits a part of the path. A glob without `/` is about
 * the file's name, wherever it lies.
 */
export function pathMatcher(pattern: string): (path: string) => boolean {
  if (!/[*?[{]/.test(pattern)) {
    const part = pattern.toLowerCase();
    return (path) => path.toLowerCase().includes(part);
  }
  return picomatch(pattern, {
    basename: !pattern.includes('/'),
    dot: true,
    nocase: true,
    noext: true,
    maxLength: 256,
  });
}
