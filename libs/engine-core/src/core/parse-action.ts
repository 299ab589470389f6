import type { z } from 'zod';
import { err, ok, wellFormed, type Result } from '@vance/kernel';

/** An action as every engine has it; what else it carries is known to its schema. */
export interface EngineAction {
  readonly type: string;
  readonly reason: string;
}

/**
 * Parses an action's arguments; the error is the sentence that tells the model what to mend. A `null`
 * beside a parameter means it was left out: some providers send every optional one so. Text is repaired; an id is
 * left as it came, for a broken one is refused.
 */
export function parseAction<A extends EngineAction>(
  args: string,
  schema: z.ZodType<A>,
): Result<A, string> {
  let value: unknown;
  try {
    value = MAY_NEED_MENDING.test(args) ? JSON.parse(args, mended) : JSON.parse(args);
  } catch {
    return err('the arguments are not complete JSON');
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return err('the arguments must be one JSON object');
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const faults = parsed.error.issues.slice(0, 5).map((issue) => {
    const path = issue.path.join('.');
    return path === '' ? issue.message : `${path}: ${issue.message}`;
  });
  return err(faults.join('; '));
}

/** A null, or the escape of a surrogate, whose other half may be missing. */
const MAY_NEED_MENDING = /null|\\u[dD][89a-fA-F]/;

function mended(key: string, value: unknown): unknown {
  if (typeof value === 'string') return key === 'id' ? value : wellFormed(value);
  return value === null ? undefined : value;
}
