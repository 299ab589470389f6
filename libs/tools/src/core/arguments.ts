import { err, ok, type Result } from '@vance/kernel';
import type { z } from 'zod';
import { jsonFault } from './json-depth';

/** Longest arguments text that is looked at, in UTF-16 units. */
const MAX_ARGUMENTS = 1_048_576;

/** Arguments as one JSON object, or a text that tells the model what to mend. No text means no arguments. */
export function parseArguments(raw: string): Result<Readonly<Record<string, unknown>>, string> {
  if (raw.length > MAX_ARGUMENTS) {
    return err(`INVALID_ARGUMENTS: longer than ${MAX_ARGUMENTS} characters. Send less at once.`);
  }
  const text = raw.trim();
  if (text === '' || text === '{}') return ok({});
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    const reason = error instanceof Error ? error.message : 'syntax error';
    return err(
      `INVALID_ARGUMENTS: not valid JSON (${reason}). Send the arguments as one JSON object.`,
    );
  }
  if (!isObject(value)) {
    return err('INVALID_ARGUMENTS: the arguments must be one JSON object, for example {}.');
  }
  const fault = jsonFault(value);
  return fault === undefined ? ok(value) : err(`INVALID_ARGUMENTS\n- ${fault}`);
}

/** Judges parsed arguments by the tool's schema; each fault is named by path and rule. */
export function checkArguments<P>(
  schema: z.ZodType<P>,
  value: Readonly<Record<string, unknown>>,
): Result<P, string> {
  const parsed = schema.safeParse(value);
  if (parsed.success) return ok(parsed.data);
  const faults = parsed.error.issues.slice(0, 10).map((issue) => {
    const path = issue.path.length === 0 ? 'arguments' : issue.path.join('.');
    return `- ${path}: ${issue.message}`;
  });
  return err(['INVALID_ARGUMENTS', ...faults, 'Mend this and call the tool again.'].join('\n'));
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
