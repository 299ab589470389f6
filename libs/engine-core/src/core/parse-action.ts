import type { z } from 'zod';
import { err, ok, type Result } from '@vance/kernel';

/** An action as every engine has it; what else it carries is known to its schema. */
export interface EngineAction {
  readonly type: string;
  readonly reason: string;
}

/**
 * Parses an action's arguments; the error is the sentence that tells the model what to mend. A `null`
 * beside a parameter means it was left out: some providers send every optional one so.
 */
export function parseAction<A extends EngineAction>(
  args: string,
  schema: z.ZodType<A>,
): Result<A, string> {
  let value: unknown;
  try {
    value = args.includes('null') ? JSON.parse(args, withoutNull) : JSON.parse(args);
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

function withoutNull(_key: string, value: unknown): unknown {
  return value === null ? undefined : value;
}
