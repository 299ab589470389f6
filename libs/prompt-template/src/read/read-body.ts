import type { Tree } from 'nunjucks/src/parser';
import type { Body, Statement } from '../template';
import { readExpression } from './read-expression';
import type { Findings } from './reader';

type Of<T extends Tree['typename']> = Extract<Tree, { typename: T }>;

/** Turns the statements of a block, or of the whole template, into ours; what is not named here is refused. */
export function readBody(node: Tree, findings: Findings, depth: number): Body {
  if (!findings.mayDescend(node, depth)) return [];
  const { typename } = node;
  const statements = typename === 'Root' || typename === 'NodeList' ? node.children : [node];
  return statements.flatMap((statement) => readStatement(statement, findings, depth));
}

function readStatement(node: Tree, findings: Findings, depth: number): readonly Statement[] {
  switch (node.typename) {
    case 'Output':
      return node.children.flatMap((child) => readOutput(child, findings, depth));
    case 'If':
      return [readIf(node, findings, depth)];
    case 'For':
      return [readFor(node, findings, depth)];
    case 'Set':
      return [readSet(node, findings, depth)];
    case 'Include':
      return [
        {
          kind: 'include',
          name: readExpression(node.template, findings, depth + 1),
          ignoreMissing: node.ignoreMissing === true,
          at: findings.at(node),
        },
      ];
    default:
      findings.notAllowed(node, `the block "${node.typename}" is`);
      return [];
  }
}

function readOutput(child: Tree, findings: Findings, depth: number): readonly Statement[] {
  if (child.typename === 'TemplateData')
    return child.value === '' ? [] : [{ kind: 'text', text: child.value }];
  return [{ kind: 'output', value: readExpression(child, findings, depth + 1) }];
}

/** An `elif` is an if in the else of the one before; any number of them is one level. */
function readIf(node: Of<'If'>, findings: Findings, depth: number): Statement {
  const branches = [];
  let rest: Tree | null = node;
  while (rest?.typename === 'If') {
    const condition = readExpression(rest.cond, findings, depth + 1);
    branches.push({ condition, body: readBody(rest.body, findings, depth + 1) });
    rest = rest.else_;
  }
  const otherwise = rest ? readBody(rest, findings, depth + 1) : undefined;
  return { kind: 'if', branches, otherwise };
}

function readFor(node: Of<'For'>, findings: Findings, depth: number): Statement {
  return {
    kind: 'for',
    names: readTargets(node.name.typename === 'Array' ? node.name.children : [node.name], findings),
    over: readExpression(node.arr, findings, depth + 1),
    body: readBody(node.body, findings, depth + 1),
    otherwise: node.else_ ? readBody(node.else_, findings, depth + 1) : undefined,
    at: findings.at(node),
  };
}

function readSet(node: Of<'Set'>, findings: Findings, depth: number): Statement {
  const names = readTargets(node.targets, findings);
  if (node.value)
    return { kind: 'set', names, value: readExpression(node.value, findings, depth + 1) };
  const body = node.body ? readBody(node.body.body, findings, depth + 1) : [];
  return { kind: 'set', names, value: { kind: 'capture', body } };
}

/** The names that a set or for binds; `loop` belongs to for itself. */
function readTargets(targets: readonly Tree[], findings: Findings): readonly string[] {
  return targets.flatMap((target) => {
    if (target.typename !== 'Symbol') {
      findings.notAllowed(target, 'setting anything but a name is');
      return [];
    }
    if (target.value === 'loop') findings.notAllowed(target, 'setting "loop" is');
    findings.checkName(target, target.value);
    return [target.value];
  });
}
