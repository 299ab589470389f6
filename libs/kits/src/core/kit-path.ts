import { err, ok, type Result } from '@vance/kernel';
import { MANIFEST, SETTINGS } from './kit';

const segment = /^[a-z0-9][a-z0-9._-]{0,63}$/;
const MAX_PATH = 256;

/** Where a kit's texts may stand. Nothing else is taken from it. */
const PLACES: readonly RegExp[] = [
  /^recipes\/[^/]+\.yaml$/,
  /^prompts\/.+\.md$/,
  /^manuals\/.+\.md$/,
  /^ai-models\.yaml$/,
];

/**
 * The path of a kit's file, or why it is none. One alphabet of small letters, so that no two spellings mean one file, and
 * nothing climbs, is absolute, or names a drive.
 */
export function kitPath(raw: string): Result<string, string> {
  const path = raw.replace(/^\.\//, '');
  if (path.length > MAX_PATH) return err(`longer than ${MAX_PATH} characters`);
  for (const part of path.split('/')) {
    if (!segment.test(part) || part.includes('..'))
      return err('a path has segments of a-z, 0-9, ., _ and -, and never ".."');
  }
  if (path === MANIFEST || path === SETTINGS || PLACES.some((place) => place.test(path)))
    return ok(path);
  return err(
    'a kit holds kit.yaml, settings.yaml, ai-models.yaml, recipes/*.yaml, prompts/*.md and manuals/*.md only',
  );
}
