import type { Expression, FilterExpression } from '../template';
import { add, compare, concat, isWithin, numberOf } from './coerce';
import { filterOf } from './filters';
import { lookUp } from './look-up';
import type { Meter } from './meter';
import type { Scope } from './scope';
import { tests } from './tests';
import type { Value } from './value';

/** The value of an expression. @throws Stopped */
export function evaluate(expression: Expression, scope: Scope, meter: Meter): Value {
  meter.pay();
  switch (expression.kind) {
    case 'literal':
      return expression.value;
    case 'name':
      return scope.get(expression.name);
    case 'list':
      return expression.items.map((item) => evaluate(item, scope, meter));
    case 'lookup': {
      const target = evaluate(expression.target, scope, meter);
      const key = evaluate(expression.key, scope, meter);
      meter.at = expression.at;
      return lookUp(target, key, meter);
    }
    case 'filter':
      return filtered(expression, scope, meter);
    case 'test': {
      const { name, input, argument } = expression;
      const value = evaluate(input, scope, meter);
      const other = argument && evaluate(argument, scope, meter);
      meter.at = expression.at;
      return tests[name].holds(value, other, meter);
    }
    case 'sum':
      return summed(expression, scope, meter);
    case 'compare': {
      const left = evaluate(expression.left, scope, meter);
      const right = evaluate(expression.right, scope, meter);
      meter.at = expression.at;
      return compare(expression.operator, left, right, meter);
    }
    case 'and':
    case 'or':
      return joinedBy(expression, scope, meter);
    case 'not':
      return !evaluate(expression.operand, scope, meter);
    case 'in': {
      const item = evaluate(expression.item, scope, meter);
      const within = evaluate(expression.within, scope, meter);
      meter.at = expression.at;
      return isWithin(item, within, meter);
    }
    case 'choice': {
      if (evaluate(expression.condition, scope, meter))
        return evaluate(expression.then, scope, meter);
      return expression.otherwise ? evaluate(expression.otherwise, scope, meter) : '';
    }
  }
}

type Kind<K extends Expression['kind']> = Extract<Expression, { kind: K }>;

function filtered(expression: FilterExpression, scope: Scope, meter: Meter): Value {
  const { apply, parameters } = filterOf(expression.name);
  const input = evaluate(expression.input, scope, meter);
  const args = expression.positional.map((argument) => evaluate(argument, scope, meter));
  for (const [index, name] of parameters.entries()) {
    const argument = expression.named.get(name);
    if (argument && index >= args.length) args[index] = evaluate(argument, scope, meter);
  }
  meter.at = expression.at;
  return apply(input, args, meter);
}

function summed({ first, rest, at }: Kind<'sum'>, scope: Scope, meter: Meter): Value {
  let total = evaluate(first, scope, meter);
  for (const { operator, operand } of rest) {
    const next = evaluate(operand, scope, meter);
    meter.at = at;
    switch (operator) {
      case '+':
        total = add(total, next, meter);
        break;
      case '-':
        total = numberOf(total, meter) - numberOf(next, meter);
        break;
      case '~':
        total = concat(total, next, meter);
        break;
    }
  }
  return total;
}

/** The operand that decides, the last one if none does. */
function joinedBy({ kind, operands }: Kind<'and' | 'or'>, scope: Scope, meter: Meter): Value {
  let value: Value;
  for (const operand of operands) {
    value = evaluate(operand, scope, meter);
    if (Boolean(value) === (kind === 'or')) return value;
  }
  return value;
}
