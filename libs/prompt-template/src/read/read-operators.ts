import type { Tree } from 'nunjucks/src/parser';
import type { CompareOperator, Expression, SumOperator } from '../template';
import type { Findings, ReadPart } from './reader';

type Of<T extends Tree['typename']> = Extract<Tree, { typename: T }>;
export type Sum = Of<'Add' | 'Sub' | 'Concat'>;
export type Junction = Of<'And' | 'Or'>;

const sums: Readonly<Record<Sum['typename'], SumOperator>> = { Add: '+', Sub: '-', Concat: '~' };

const comparisons: ReadonlySet<string> = new Set([
  ...['==', '===', '!=', '!==', '<', '>', '<=', '>='],
]);

function isComparison(type: string): type is CompareOperator {
  return comparisons.has(type);
}

function isSum(node: Tree): node is Sum {
  return node.typename === 'Add' || node.typename === 'Sub' || node.typename === 'Concat';
}

/**
 * A chain of `+`, `-` and `~` as nunjucks runs it: its tree binds the three differently, but the JavaScript it
 * writes has them on one level, from left to right.
 */
export function readSum(sum: Sum, findings: Findings, part: ReadPart): Expression {
  const operands: Tree[] = [];
  const operators: SumOperator[] = [];
  const open: (Tree | SumOperator)[] = [sum];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (typeof next === 'string') operators.push(next);
    else if (isSum(next)) open.push(next.right, sums[next.typename], next.left);
    else operands.push(next);
  }
  const [first, ...rest] = operands.map((operand) => part(operand));
  const at = findings.at(sum);
  if (!first) return { kind: 'literal', value: null, at };
  const steps = rest.map((operand, index) => ({ operator: operators[index] ?? '+', operand }));
  return { kind: 'sum', first, rest: steps, at };
}

/** A chain of `and`, or one of `or`, of any length. */
export function readJunction(node: Junction, findings: Findings, part: ReadPart): Expression {
  const operands: Tree[] = [];
  let left: Tree = node;
  while (left.typename === node.typename) {
    operands.push(left.right);
    left = left.left;
  }
  operands.push(left);
  operands.reverse();
  return {
    kind: node.typename === 'And' ? 'and' : 'or',
    operands: operands.map((operand) => part(operand)),
    at: findings.at(node),
  };
}

/** One comparison; a chain of them would compare the first one's true or false with the next operand. */
export function readComparison(
  node: Of<'Compare'>,
  findings: Findings,
  part: ReadPart,
): Expression {
  const [only, second] = node.ops;
  if (second)
    return findings.refuse(
      second,
      'AMBIGUOUS',
      'comparisons in a row do not mean what they look like: join them with "and"',
    );
  if (!only || !isComparison(only.type)) return findings.notAllowed(node, 'this comparison is');
  return {
    kind: 'compare',
    operator: only.type,
    left: part(node.expr),
    right: part(only.expr),
    at: findings.at(node),
  };
}

/** `not`; before a bare comparison or sum nunjucks applies it to the first operand alone. */
export function readNot(node: Of<'Not'>, findings: Findings, part: ReadPart): Expression {
  const { target } = node;
  if (target.typename === 'Compare' || isSum(target))
    return findings.refuse(
      node,
      'AMBIGUOUS',
      '"not" before a comparison or sum needs parentheses: not (a == b)',
    );
  return {
    kind: 'not',
    operand: part(target),
    at: findings.at(node),
  };
}
