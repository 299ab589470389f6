import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where fetched binaries are kept when nothing else is said. `userCache` is XDG_CACHE_HOME. */
export function defaultCacheDir(userCache: string | undefined): string {
  return join(userCache || join(homedir(), '.cache'), 'vancetope');
}
