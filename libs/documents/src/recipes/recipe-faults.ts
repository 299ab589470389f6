import type { core } from 'zod';
import { DomainError } from '@vance/kernel';
import type { DocumentFault } from '../broken/document-fault';
import { recipeEngines } from './engine-params';

/** One broken rule of a recipe, told so that its writer can mend it. */
export interface RecipeFault {
  /** First line is 1. */
  readonly line: number;
  /** Path of the key, `params.planMode`; empty where the text is no recipe at all. */
  readonly key: string;
  readonly rule: string;
  /** A right piece of YAML. */
  readonly example: string;
}

/** A whole recipe, for where no single key is meant. */
const EXAMPLE =
  '{ name: my-recipe, title: My recipe, description: What it is for., engine: arthur }';

/** A right example for each key. */
const examples: Readonly<Record<string, string>> = {
  name: 'name: my-recipe',
  title: 'title: My recipe',
  description: 'description: What it is for, in one sentence.',
  engine: 'engine: arthur',
  params: 'params: { planMode: auto }',
  planMode: 'planMode: auto',
  approval: 'approval: explicit',
  planOutputViaInbox: 'planOutputViaInbox: false',
  planApprover: 'planApprover: alice',
  readOnlyToolsAdd: 'readOnlyToolsAdd: [relations_add]',
  readOnlyToolsRemove: 'readOnlyToolsRemove: [doc_read]',
  model: 'model: default:chat',
  maxIterations: 'maxIterations: 20',
  maxTurnMinutes: 'maxTurnMinutes: 30',
  maxNodes: 'maxNodes: 200',
  maxDepth: 'maxDepth: 5',
  retries: 'retries: 2',
  phases: 'phases: [{ name: build, task: Build what was designed. }]',
  task: 'task: Build what was designed.',
  fork: 'fork: [{ name: docs, task: Write the manual. }]',
  repeat: 'repeat: { until: tests.passed, max: 3 }',
  gate: 'gate: { approval: Is the design right? }',
  pattern: 'pattern: council',
  rounds: 'rounds: 2',
  heads: 'heads: [{ name: a, persona: You doubt. }, { name: b, persona: You build. }]',
  persona: 'persona: You look for what could go wrong.',
  maxMinutes: 'maxMinutes: 60',
  maxEqualBatches: 'maxEqualBatches: 5',
  promptPrefix: 'promptPrefix: You review code.',
  promptMode: 'promptMode: APPEND',
  tools: 'tools: { allow: ["@read-only"], deny: [doc_delete] }',
  allow: 'allow: [doc_read, "@read-only"]',
  deny: 'deny: [doc_delete]',
  profiles: 'profiles: { foot: { params: { maxIterations: 40 } } }',
  locked: 'locked: false',
  tags: 'tags: [review]',
};

/**
 * A fault with the example that belongs to its key.
 * @param shown the key whose example helps; of a key that may not be there, the one above it
 */
export function recipeFault(
  line: number,
  path: readonly PropertyKey[],
  rule: string,
  shown: readonly PropertyKey[] = path,
): RecipeFault {
  const name = shown.findLast((step) => typeof step === 'string' && Object.hasOwn(examples, step));
  return {
    line,
    key: path.map(String).join('.'),
    rule,
    example: examples[String(name)] ?? EXAMPLE,
  };
}

type Issue = core.$ZodIssue;

/** A rule that is broken at a path. */
interface BrokenRule {
  readonly path: readonly PropertyKey[];
  readonly rule: string;
  /** See `recipeFault`. */
  readonly shown?: readonly PropertyKey[];
}

/** The paths an issue of the schema points at, each with its rule. */
export function rulesOf(issue: Issue): readonly BrokenRule[] {
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({
        path: [...issue.path, key],
        rule: 'no recipe has this key here',
        shown: issue.path,
      }));
    case 'invalid_value':
      return [{ path: issue.path, rule: `must be one of ${issue.values.map(String).join(', ')}` }];
    case 'invalid_union':
      return [{ path: issue.path, rule: `must be one of ${recipeEngines.join(', ')}` }];
    case 'invalid_type':
      return [
        { path: issue.path, rule: issue.input === undefined ? required(issue) : typed(issue) },
      ];
    case 'too_small':
      if (issue.minimum === 1 && issue.origin !== 'number')
        return [{ path: issue.path, rule: 'must not be empty' }];
      return [{ path: issue.path, rule: `must be at least ${issue.minimum}${unitOf(issue)}` }];
    case 'too_big':
      return [{ path: issue.path, rule: `must be at most ${issue.maximum}${unitOf(issue)}` }];
    case 'invalid_key':
      return [{ path: issue.path, rule: issue.issues[0]?.message ?? issue.message }];
    case 'invalid_format':
      return [{ path: issue.path, rule: `must be ${issue.message}` }];
    default:
      return [{ path: issue.path, rule: issue.message }];
  }
}

function unitOf({ origin }: { readonly origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items long' : '';
}

type TypeIssue = core.$ZodIssueInvalidType;

function required({ expected, message }: TypeIssue): string {
  return message.includes('undefined')
    ? `is required (${nameOf(expected)})`
    : `must be ${nameOf(expected)}`;
}

function typed({ expected }: TypeIssue): string {
  return `must be ${nameOf(expected)}`;
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

function nameOf(expected: string): string {
  return typeNames[expected] ?? expected;
}

/** The refusal of a recipe: 422, each fault with line, key, rule and a right example. */
export function recipeInvalid(faults: readonly RecipeFault[]): DomainError {
  const told = faults.map(tell);
  const more = told.length > 1 ? ` (and ${told.length - 1} more)` : '';
  const errors = faults.map((fault) => ({ path: fault.key, message: tell(fault), ...fault }));
  return new DomainError('RECIPE_INVALID', `The recipe is not valid: ${told[0] ?? ''}${more}`, {
    status: 422,
    data: { errors },
  });
}

/** The refusal to begin something by a recipe that got in broken: 422 with what is wrong in each layer. */
export function recipeUnsound(name: string, faults: readonly DocumentFault[]): DomainError {
  const message = `No layer has the recipe ${name} sound: ${faults[0]?.message ?? 'it is broken'}`;
  const errors = faults.map((fault) => ({ path: fault.key ?? '', ...fault }));
  return new DomainError('RECIPE_INVALID', message, { status: 422, data: { errors } });
}

function tell({ line, key, rule, example }: RecipeFault): string {
  const where = key === '' ? `line ${line}` : `line ${line}, key ${key}`;
  return `${where}: ${rule}; for example ${example}`;
}
