import type { Tree } from 'nunjucks/src/parser';
import { filterNames, filterOf, isFilterName } from '../run/filters';
import { isTestName, testNames, tests } from '../run/tests';
import { cut } from '../parse/token-list';
import type { Expression } from '../template';
import type { Findings, ReadPart } from './reader';

type Of<T extends Tree['typename']> = Extract<Tree, { typename: T }>;

/** A filter of the fixed list, with positional and named arguments. */
export function readFilter(node: Of<'Filter'>, findings: Findings, part: ReadPart): Expression {
  const name = node.name.typename === 'Symbol' ? node.name.value : '';
  const [input, ...rest] = node.args.children;
  if (!isFilterName(name) || !input) {
    const rule = `there is no filter "${cut(name)}"; there are ${filterNames.join(', ')}`;
    return findings.refuse(node, 'UNKNOWN_FILTER', rule);
  }
  const { parameters, most } = filterOf(name);
  const positional: Expression[] = [];
  const named = new Map<string, Expression>();
  for (const argument of rest) {
    if (argument.typename !== 'KeywordArgs') {
      positional.push(part(argument));
      continue;
    }
    for (const pair of argument.children) {
      const key = pair.typename === 'Pair' && pair.key.typename === 'Symbol' ? pair.key.value : '';
      if (pair.typename !== 'Pair' || !parameters.includes(key)) {
        findings.notAllowed(pair, `the argument "${cut(key)}" of ${name} is`);
        continue;
      }
      named.set(key, part(pair.value));
    }
  }
  if (positional.length > most)
    return findings.notAllowed(node, `more than ${most} arguments of ${name} are`);
  const at = findings.at(node);
  return {
    ...{ kind: 'filter', name, at, positional, named },
    input: part(input),
  };
}

/** A test of the fixed list, with its argument if it takes one. */
export function readTest(node: Of<'Is'>, findings: Findings, part: ReadPart): Expression {
  const called = node.right.typename === 'FunCall' ? node.right : undefined;
  const name = nameOfTest(called ? called.name : node.right);
  if (name === undefined || !isTestName(name)) {
    const rule = `there is no test "${cut(name ?? '')}"; there are ${testNames.join(', ')}`;
    return findings.refuse(node.right, 'UNKNOWN_TEST', rule);
  }
  const given = called?.args.children ?? [];
  const { takes } = tests[name];
  if (given.length !== takes || given.some((one) => one.typename === 'KeywordArgs'))
    return findings.notAllowed(node.right, `other than ${takes} argument of ${name} is`);
  const [argument] = given.map((one) => part(one));
  return {
    ...{ kind: 'test', name, argument, at: findings.at(node) },
    input: part(node.left),
  };
}

/** `none` and `null` are read as literals, also where they name a test. */
function nameOfTest(node: Tree | null): string | undefined {
  if (node?.typename === 'Symbol') return node.value;
  return node?.typename === 'Literal' && node.value === null ? 'null' : undefined;
}
