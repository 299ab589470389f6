import type { Tree } from 'nunjucks/src/parser';
import type { Expression } from '../template';
import { readFilter, readTest } from './read-calls';
import { readComparison, readJunction, readNot, readSum } from './read-operators';
import type { Findings, ReadPart } from './reader';

type Of<T extends Tree['typename']> = Extract<Tree, { typename: T }>;

/** Turns a tree into an expression of ours; what is not named here is refused. */
export function readExpression(node: Tree, findings: Findings, depth: number): Expression {
  const at = findings.at(node);
  if (!findings.mayDescend(node, depth)) return { kind: 'literal', value: null, at };
  const part: ReadPart = (child) => readExpression(child, findings, depth + 1);
  switch (node.typename) {
    case 'Literal':
      return { kind: 'literal', value: node.value, at };
    case 'Symbol':
      findings.checkName(node, node.value);
      return { kind: 'name', name: node.value, at };
    case 'Group':
      return readGroup(node, findings, part);
    case 'Array': {
      const items = node.children.map((item) => part(item));
      return { kind: 'list', items, at };
    }
    case 'LookupVal':
      return readLookup(node, findings, part);
    case 'Filter':
      return readFilter(node, findings, part);
    case 'Is':
      return readTest(node, findings, part);
    case 'Add':
    case 'Sub':
    case 'Concat':
      return readSum(node, findings, part);
    case 'And':
    case 'Or':
      return readJunction(node, findings, part);
    case 'Not':
      return readNot(node, findings, part);
    case 'Compare':
      return readComparison(node, findings, part);
    case 'In': {
      const item = part(node.left);
      return { kind: 'in', item, within: part(node.right), at };
    }
    case 'InlineIf':
      return readChoice(node, findings, part);
    default:
      return findings.notAllowed(node, describe(node));
  }
}

function readGroup(node: Of<'Group'>, findings: Findings, part: ReadPart): Expression {
  const [only, second] = node.children;
  if (!only || second)
    return findings.notAllowed(node, 'parentheses around other than one value are');
  return part(only);
}

function readLookup(node: Of<'LookupVal'>, findings: Findings, part: ReadPart): Expression {
  if (!node.target || !node.val) return findings.refuse(node, 'SYNTAX', 'a value is missing');
  const target = part(node.target);
  const key = part(node.val);
  if (key.kind === 'literal' && typeof key.value === 'string' && !isPlainKey(key.value))
    findings.checkName(node.val, key.value);
  return { kind: 'lookup', target, key, at: findings.at(node) };
}

/** A key in brackets may be any text that leads nowhere; behind a dot the lexer gives names only. */
function isPlainKey(key: string): boolean {
  return !/^[A-Za-z_]\w*$/.test(key);
}

function readChoice(node: Of<'InlineIf'>, findings: Findings, part: ReadPart): Expression {
  return {
    kind: 'choice',
    condition: part(node.cond),
    then: part(node.body),
    otherwise: node.else_ ? part(node.else_) : undefined,
    at: findings.at(node),
  };
}

const descriptions: Readonly<Record<string, string>> = {
  FunCall: 'calls are',
  Dict: 'mappings are',
  Pow: 'powers are',
  Neg: 'a sign before a value is',
  Pos: 'a sign before a value is',
  KeywordArgs: 'named arguments are',
};

/** The name of what is refused, in a template writer's words. */
function describe({ typename }: { readonly typename: string }): string {
  return descriptions[typename] ?? `"${typename}" is`;
}
