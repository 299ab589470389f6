import { err, ok, type Result } from '@vance/kernel';

/** Longest path, in UTF-16 units, and most segments of it. */
const MAX_PATH = 1_024;
const MAX_SEGMENTS = 32;
const MAX_SEGMENT_BYTES = 255;

/**
 * The segments of a path inside a workspace, relative to its root; none for the root itself. Refused is every
 * spelling that could name something outside or that two systems read differently. The text decides here; links on
 * the disk are judged where a file is opened.
 */
export function workspaceSegments(path: string): Result<readonly string[], string> {
  if (path.length > MAX_PATH) return err(`longer than ${MAX_PATH} characters`);
  if (!path.isWellFormed()) return err('not well-formed text');
  if (/[\u0000-\u001f\u007f]/.test(path)) return err('control characters are not allowed');
  if (path.includes('\\')) return err('use / between folders');
  if (path.startsWith('/')) return err('must be relative to the workspace');
  if (/^[A-Za-z]:/.test(path)) return err('drive letters are not allowed');
  if (path.startsWith('~')) return err('must be relative to the workspace');
  const segments = path.split('/').filter((segment) => segment !== '' && segment !== '.');
  if (segments.length > MAX_SEGMENTS) return err(`more than ${MAX_SEGMENTS} folders deep`);
  const fault = segments.map(segmentFault).find((found) => found !== undefined);
  return fault === undefined ? ok(segments) : err(fault);
}

function segmentFault(segment: string): string | undefined {
  if (/^\.+\s*$/.test(segment)) return '".." is not allowed';
  if (segment !== segment.trim()) return 'a name must not begin or end with a space';
  if (Buffer.byteLength(segment) > MAX_SEGMENT_BYTES) return 'a name in it is too long';
  return undefined;
}
