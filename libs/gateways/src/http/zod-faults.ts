import { badRequest, type DomainError, type FieldError } from '@vance/kernel';
import type { z } from 'zod';

/** At most so many faults are named: enough to mend an input, not to echo an attack. */
const MAX_FAULTS = 20;

/** A zod error as paths and rules; an unknown field is named by its own path. */
export function fieldErrors(error: z.ZodError, prefix = ''): readonly FieldError[] {
  const faults: FieldError[] = [];
  for (const issue of error.issues) {
    const path = [...(prefix === '' ? [] : [prefix]), ...issue.path.map(String)];
    if (issue.code === 'unrecognized_keys') {
      for (const key of issue.keys)
        faults.push({ path: [...path, key].join('.'), message: 'unknown field' });
    } else {
      faults.push({ path: path.join('.'), message: issue.message });
    }
  }
  return faults.slice(0, MAX_FAULTS);
}

/** Parses or throws BAD_REQUEST with the paths of the faults. */
export function parseOrRefuse<T>(schema: z.ZodType<T>, value: unknown, what: string): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw refusal(fieldErrors(parsed.error), what);
}

/** BAD_REQUEST whose message already says where. */
export function refusal(faults: readonly FieldError[], what: string): DomainError {
  const [first] = faults;
  const where = first === undefined || first.path === '' ? '' : ` at ${first.path}`;
  return badRequest(`The ${what} breaks a rule${where}: ${first?.message ?? 'invalid'}.`, faults);
}
