import type { Position } from './fault';
import type { Body, Expression, Template } from './template';

/** An include of a template by a literal name. */
export interface LiteralInclude {
  readonly name: string;
  /** Where the template says so. */
  readonly at: Position;
  /** Nothing is written where there is none of that name. */
  readonly ignoreMissing: boolean;
}

/** The names that a template includes literally, each once; one that is computed is known at its rendering only. */
export function includedNames(template: Template): readonly string[] {
  return [...new Set(literalIncludes(template).map(({ name }) => name))];
}

/** Every include by a literal name, in order; those in a branch that is never taken too. */
export function literalIncludes({ body }: Template): readonly LiteralInclude[] {
  return includesIn(body);
}

function includesIn(body: Body): readonly LiteralInclude[] {
  return body.flatMap((statement) => {
    switch (statement.kind) {
      case 'include': {
        const { at, ignoreMissing } = statement;
        return literals(statement.name).map((name) => ({ name, at, ignoreMissing }));
      }
      case 'if':
        return [
          ...statement.branches.flatMap((branch) => includesIn(branch.body)),
          ...includesIn(statement.otherwise ?? []),
        ];
      case 'for':
        return [...includesIn(statement.body), ...includesIn(statement.otherwise ?? [])];
      case 'set':
        return statement.value.kind === 'capture' ? includesIn(statement.value.body) : [];
      case 'text':
      case 'output':
        return [];
    }
  });
}

function literals(name: Expression): readonly string[] {
  if (name.kind === 'literal') return typeof name.value === 'string' ? [name.value] : [];
  if (name.kind !== 'choice') return [];
  return [...literals(name.then), ...(name.otherwise ? literals(name.otherwise) : [])];
}
