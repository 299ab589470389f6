import { createHash } from 'node:crypto';
import type { Kit } from './kit';

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

/**
 * SHA-256, hex, over everything a kit brings, in one canonical spelling: the same for the same content, whether it came
 * from a folder, an archive or an export, in whatever order.
 */
export function kitHash({
  name,
  version,
  description,
  files,
  settings,
}: Omit<Kit, 'hash'>): string {
  const texts = files.map(({ path, content }) => [path, sha256(content)]).sort(byFirst);
  const values = settings.map(({ key, value }) => [key, JSON.stringify(value)]).sort(byFirst);
  return sha256(JSON.stringify(['vance-kit-1', name, version, description, texts, values]));
}

function byFirst([a = '']: readonly string[], [b = '']: readonly string[]): number {
  return a < b ? -1 : 1;
}
