import type { core } from 'zod';
import { DomainError } from '@vance/kernel';
import { rulesOf } from './schema-rules';

/** One broken rule of a YAML document, told so that its writer can mend it. */
export interface YamlRuleFault {
  /** First line is 1. */
  readonly line: number;
  /** Path of the key, `params.planMode`; empty where the text is no YAML at all. */
  readonly key: string;
  readonly rule: string;
  /** A right piece of YAML. */
  readonly example: string;
}

/** A kind of YAML document, as its writers are told of it. */
export interface YamlKind {
  /** Of the refusal. */
  readonly code: string;
  /** Begins the sentence of a refusal: `The recipe`. */
  readonly subject: string;
  /** A right piece for each key, and a whole one for where no single key is meant. */
  readonly examples: Readonly<Record<string, string>>;
  readonly example: string;
  /** The rule of the key that decides between schemas, where there is one. */
  readonly ofUnion?: string;
}

/** Most faults of one text that are told. */
const MAX_TOLD = 50;

/** Tells the faults of one kind of document: each with line, key, rule and a right example. */
export class YamlFaults {
  constructor(private readonly kind: YamlKind) {}

  /** @param shown the key whose example helps; of a key that may not be there, the one above it */
  at(
    line: number,
    path: readonly PropertyKey[],
    rule: string,
    shown: readonly PropertyKey[] = path,
  ): YamlRuleFault {
    const { examples, example } = this.kind;
    const name = shown.findLast(
      (step) => typeof step === 'string' && Object.hasOwn(examples, step),
    );
    const key = path.map(String).join('.');
    return { line, key, rule, example: examples[String(name)] ?? example };
  }

  /** What a schema finds wrong in a text whose keys stand in the lines that `lineOf` tells. */
  ofIssues(
    issues: readonly core.$ZodIssue[],
    lineOf: (path: readonly PropertyKey[]) => number,
  ): readonly YamlRuleFault[] {
    return issues
      .flatMap((issue) => rulesOf(issue, this.kind.ofUnion))
      .map(({ path, rule, shown }) => this.at(lineOf(path), path, rule, shown));
  }

  /** The refusal to save: 422. */
  refusal(faults: readonly YamlRuleFault[]): DomainError {
    const { code, subject } = this.kind;
    const errors = faults
      .slice(0, MAX_TOLD)
      .map((fault) => ({ path: fault.key, message: tell(fault), ...fault }));
    const more = faults.length > 1 ? ` (and ${faults.length - 1} more)` : '';
    const message = `${subject} is not valid: ${errors[0]?.message ?? ''}${more}`;
    return new DomainError(code, message, { status: 422, data: { errors } });
  }
}

function tell({ line, key, rule, example }: YamlRuleFault): string {
  return `line ${line}${key === '' ? '' : `, key ${key}`}: ${rule}; for example ${example}`;
}
