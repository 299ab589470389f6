import { httpRoutes, type RouteSpec } from '@vance/protocol';

const places = Object.values<RouteSpec>(httpRoutes).map(({ method, path }) => ({
  method,
  pattern: new RegExp(`^${patternOf(path)}$`, 'i'),
}));

/** The methods of the routes at a path, empty where there is none: what `Allow` names. */
export function allowedMethods(path: string): readonly string[] {
  const found = places.filter(({ pattern }) => pattern.test(path)).map(({ method }) => method);
  const methods = [...new Set(found)];
  return methods.includes('GET') ? ['HEAD', ...methods] : methods;
}

/** `/a/{id}/{rest*}` as a pattern; the text between is taken literally. */
function patternOf(path: string): string {
  return path
    .split(/(\{\w+\*?\})/)
    .map((part) => {
      if (!part.startsWith('{')) return part.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
      return part.endsWith('*}') ? '.+' : '[^/]+';
    })
    .join('');
}
