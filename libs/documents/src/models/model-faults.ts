import { DomainError } from '@vance/kernel';
import { modelApis, modelTiers, type catalogueLayerSchema } from '@vance/llm';
import { MODELS_PATH } from './models-path';

/** One broken rule of an `ai-models.yaml`, told so that its writer can mend it. */
export interface ModelFault {
  /** First line is 1. */
  readonly line: number;
  /** Path of the key; empty where the text is no YAML at all. */
  readonly key: string;
  readonly rule: string;
  /** A right piece of YAML. */
  readonly example: string;
}

const EXAMPLE = 'aliases: { default:chat: openai:gpt-5-mini }';

/** A right example for each key. */
const examples: Readonly<Record<string, string>> = {
  models: 'models: { openai:qwen3: { maxTools: 64 } }',
  contextWindowTokens: 'contextWindowTokens: 32768',
  maxOutputTokens: 'maxOutputTokens: 8192',
  actionLoopCorrections: 'actionLoopCorrections: 2',
  maxTools: 'maxTools: 64',
  capabilities: 'capabilities: [streaming, tools]',
  api: `api: ${modelApis[0]}`,
  tier: `tier: ${modelTiers[0]}`,
  timeoutSeconds: 'timeoutSeconds: 600',
  idleTimeoutSeconds: 'idleTimeoutSeconds: 120',
  pricing: 'pricing: { input: 0.25, output: 2, cached: 0.025 }',
  aliases: EXAMPLE,
};

/** A fault with the example that belongs to its key. */
export function modelFault(line: number, path: readonly PropertyKey[], rule: string): ModelFault {
  const name = path.findLast((step) => typeof step === 'string' && Object.hasOwn(examples, step));
  return {
    line,
    key: path.map(String).join('.'),
    rule,
    example: examples[String(name)] ?? EXAMPLE,
  };
}

/** What the schema finds wrong. */
type Issue = NonNullable<
  ReturnType<typeof catalogueLayerSchema.safeParse>['error']
>['issues'][number];

/** The paths an issue of the schema points at, each with its rule. */
export function rulesOf(issue: Issue): readonly { path: readonly PropertyKey[]; rule: string }[] {
  const { path } = issue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return issue.keys.map((key) => ({ path: [...path, key], rule: 'there is no such key here' }));
    case 'invalid_key':
      return [{ path, rule: 'must be named provider:model, the provider in small letters' }];
    case 'invalid_value':
      return [{ path, rule: `must be one of ${issue.values.map(String).join(', ')}` }];
    case 'invalid_type':
      return [{ path, rule: `must be ${typeNames[issue.expected] ?? issue.expected}` }];
    case 'too_small':
      return [
        { path, rule: `must be ${issue.inclusive ? 'at least' : 'more than'} ${issue.minimum}` },
      ];
    case 'too_big':
      return [{ path, rule: `must be at most ${issue.maximum}${unitOf[issue.origin] ?? ''}` }];
    case 'invalid_format':
      return [{ path, rule: `must be ${issue.message}` }];
    default:
      return [{ path, rule: issue.message }];
  }
}

const typeNames: Readonly<Record<string, string>> = {
  array: 'a list',
  object: 'a mapping',
  record: 'a mapping',
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
};

const unitOf: Readonly<Record<string, string>> = { string: ' characters' };

/** Most faults of one text that are told. */
const MAX_TOLD = 50;

/** The refusal of an `ai-models.yaml`: 422, each fault with line, key, rule and a right example. */
export function modelsInvalid(faults: readonly ModelFault[]): DomainError {
  const errors = faults
    .slice(0, MAX_TOLD)
    .map((fault) => ({ path: fault.key, message: tell(fault), ...fault }));
  const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
  const message = `${MODELS_PATH} is not valid: ${errors[0]?.message ?? ''}${more}`;
  return new DomainError('AI_MODELS_INVALID', message, { status: 422, data: { errors } });
}

function tell({ line, key, rule, example }: ModelFault): string {
  return `line ${line}${key === '' ? '' : `, key ${key}`}: ${rule}; for example ${example}`;
}
