import type { core } from 'zod';

type Issue = core.$ZodIssue;

/** A rule that is broken at a path. */
export interface BrokenRule {
  readonly path: readonly PropertyKey[];
  readonly rule: string;
  /** Of a key that may not be there, the one above it, whose example helps. */
  readonly shown?: readonly PropertyKey[];
}

/**
 * What a schema finds wrong, as rules in words. A format says in its message what the text must be.
 * @param ofUnion the rule of a key that decides between schemas, where there is one
 */
export function rulesOf(issue: Issue, ofUnion?: string): readonly BrokenRule[] {
  const { path } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...path, key],
        rule: 'there is no such key here',
        shown: path,
      }));
    case 'invalid_key':
      return issue.issues.flatMap((inner) => rulesOf({ ...inner, path }, ofUnion));
    case 'invalid_union':
      return [{ path, rule: ofUnion ?? issue.message }];
    case 'invalid_value':
      return [{ path, rule: `must be one of ${issue.values.map(String).join(', ')}` }];
    case 'invalid_type':
      return [{ path, rule: typed(issue) }];
    case 'too_small':
      return [{ path, rule: tooSmall(issue) }];
    case 'too_big':
      return [{ path, rule: `must be at most ${issue.maximum}${unitOf(issue)}` }];
    case 'invalid_format':
      return [{ path, rule: `must be ${issue.message}` }];
    default:
      return [{ path, rule: issue.message }];
  }
}

function tooSmall(issue: core.$ZodIssueTooSmall): string {
  if (issue.minimum === 1 && issue.origin !== 'number' && issue.origin !== 'int')
    return 'must not be empty';
  const bound = issue.inclusive ? 'at least' : 'more than';
  return `must be ${bound} ${issue.minimum}${unitOf(issue)}`;
}

function unitOf({ origin }: { readonly origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

function typed({ expected, message }: core.$ZodIssueInvalidType): string {
  const type = typeNames[expected] ?? expected;
  // The input itself is not part of an issue, only of its words.
  return message.endsWith('received undefined') ? `is required (${type})` : `must be ${type}`;
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'a text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
};
