import type { DocumentAuthor } from '@vance/documents';
import type { ToolContext } from '../tool';

/**
 * Who writes when a tool writes: the session's user, but never as an administrator, so that no model can change the
 * recipes, prompts and settings by which it is held.
 */
export function toolAuthor({ userId }: ToolContext): DocumentAuthor {
  return { userId, administers: false };
}
