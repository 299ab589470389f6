import type { Position } from './fault';
import type { FilterName } from './run/filters';
import type { TestName } from './run/tests';

export type Literal = string | number | boolean | null;
export type SumOperator = '+' | '-' | '~';
export type CompareOperator = '==' | '===' | '!=' | '!==' | '<' | '>' | '<=' | '>=';

interface Placed {
  readonly at: Position;
}

/** A filter with its arguments; `named` only where the filter knows names. */
export interface FilterExpression extends Placed {
  readonly kind: 'filter';
  readonly name: FilterName;
  readonly input: Expression;
  readonly positional: readonly Expression[];
  readonly named: ReadonlyMap<string, Expression>;
}

/** What has a value. */
export type Expression =
  | FilterExpression
  | (Placed & { readonly kind: 'literal'; readonly value: Literal })
  | (Placed & { readonly kind: 'name'; readonly name: string })
  | (Placed & { readonly kind: 'list'; readonly items: readonly Expression[] })
  | (Placed & { readonly kind: 'lookup'; readonly target: Expression; readonly key: Expression })
  | (Placed & {
      readonly kind: 'test';
      readonly name: TestName;
      readonly input: Expression;
      readonly argument?: Expression;
    })
  /** From left to right, as JavaScript does it. */
  | (Placed & {
      readonly kind: 'sum';
      readonly first: Expression;
      readonly rest: readonly { readonly operator: SumOperator; readonly operand: Expression }[];
    })
  | (Placed & {
      readonly kind: 'compare';
      readonly operator: CompareOperator;
      readonly left: Expression;
      readonly right: Expression;
    })
  /** Gives the operand that decided, not a boolean. */
  | (Placed & { readonly kind: 'and' | 'or'; readonly operands: readonly Expression[] })
  | (Placed & { readonly kind: 'not'; readonly operand: Expression })
  | (Placed & { readonly kind: 'in'; readonly item: Expression; readonly within: Expression })
  | (Placed & {
      readonly kind: 'choice';
      readonly condition: Expression;
      readonly then: Expression;
      readonly otherwise?: Expression;
    });

/** What writes, binds or decides. */
export type Statement =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'output'; readonly value: Expression }
  | {
      readonly kind: 'if';
      readonly branches: readonly { readonly condition: Expression; readonly body: Body }[];
      readonly otherwise?: Body;
    }
  | (Placed & {
      readonly kind: 'for';
      readonly names: readonly string[];
      readonly over: Expression;
      readonly body: Body;
      readonly otherwise?: Body;
    })
  | {
      readonly kind: 'set';
      readonly names: readonly string[];
      readonly value: Expression | { readonly kind: 'capture'; readonly body: Body };
    }
  | (Placed & {
      readonly kind: 'include';
      readonly name: Expression;
      readonly ignoreMissing: boolean;
    });

export type Body = readonly Statement[];

/** A checked template: safe to render, as often as wanted. */
export interface Template {
  readonly body: Body;
}
