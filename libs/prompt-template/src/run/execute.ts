import type { Body, Statement, Template } from '../template';
import { shownText } from './coerce';
import { evaluate } from './evaluate';
import type { Meter } from './meter';
import type { Scope } from './scope';
import { isList, isRecord, itemsOf, type Value } from './value';

/** What gives an included template: null where there is none, `broken` where it is none. */
export type FindIncluded = (name: string) => Template | null | 'broken';

/** Everything a rendering works with. */
export interface Run {
  readonly meter: Meter;
  readonly find: FindIncluded;
  /** The name of the template that is rendered, if it has one. */
  readonly root?: string;
}

type Kind<K extends Statement['kind']> = Extract<Statement, { kind: K }>;

/** Runs statements one after the other. @returns what they put out @throws Stopped */
export function execute(body: Body, scope: Scope, run: Run): string {
  const { meter } = run;
  meter.enter();
  let output = '';
  for (const statement of body) {
    meter.pay();
    const piece = executeOne(statement, scope, run);
    meter.fits(output.length + piece.length);
    output += piece;
  }
  meter.leave();
  return output;
}

function executeOne(statement: Statement, scope: Scope, run: Run): string {
  const { meter } = run;
  switch (statement.kind) {
    case 'text':
      return statement.text;
    case 'output': {
      const value = evaluate(statement.value, scope, meter);
      meter.at = statement.value.at;
      const text = shownText(value, meter);
      meter.pay(text.length);
      return text;
    }
    case 'if': {
      const chosen = statement.branches.find(({ condition }) => evaluate(condition, scope, meter));
      const body = chosen?.body ?? statement.otherwise;
      return body ? execute(body, scope, run) : '';
    }
    case 'for':
      return repeat(statement, scope, run);
    case 'set': {
      const { names, value } = statement;
      const result =
        value.kind === 'capture' ? execute(value.body, scope, run) : evaluate(value, scope, meter);
      for (const name of names) scope.set(name, result);
      return '';
    }
    case 'include':
      return include(statement, scope, run);
  }
}

function repeat(statement: Kind<'for'>, outer: Scope, run: Run): string {
  const { names, body, otherwise } = statement;
  const { meter } = run;
  const over = evaluate(statement.over, outer, meter);
  meter.at = statement.at;
  const rounds = roundsOf(over, names.length > 1);
  const scope = outer.loop(names);
  if (rounds.length === 0) return otherwise ? execute(otherwise, scope, run) : '';
  const loop: Record<string, Value> = Object.create(null);
  let output = '';
  for (const [index, round] of rounds.entries()) {
    meter.pay();
    if (names.length === 1) scope.bind(names[0] ?? '', round);
    else bindAll(names, round, scope, meter);
    turn(loop, index, rounds.length);
    scope.bind('loop', loop);
    const piece = execute(body, scope, run);
    meter.fits(output.length + piece.length);
    output += piece;
  }
  return output;
}

/** What a loop goes over: items, or the pairs of a mapping or text where it has names for them. */
function roundsOf(over: Value, pairs: boolean): readonly Value[] {
  const paired = pairs && (isRecord(over) || typeof over === 'string');
  return paired ? Object.entries(over) : itemsOf(over);
}

function bindAll(names: readonly string[], round: Value, scope: Scope, meter: Meter): void {
  if (round === null || round === undefined)
    meter.wrong('a loop with several names needs lists or mappings in it');
  for (const [index, name] of names.entries())
    scope.bind(name, isList(round) || typeof round === 'string' ? round[index] : undefined);
}

function turn(loop: Record<string, Value>, index: number, length: number): void {
  loop.index = index + 1;
  loop.index0 = index;
  loop.revindex = length - index;
  loop.revindex0 = length - index - 1;
  loop.first = index === 0;
  loop.last = index === length - 1;
  loop.length = length;
}

function include(statement: Kind<'include'>, scope: Scope, run: Run): string {
  const { meter } = run;
  const name = evaluate(statement.name, scope, meter);
  meter.at = statement.at;
  if (typeof name !== 'string') return meter.wrong('include takes the name of a prompt');
  if (name === run.root || meter.inside.includes(name))
    return meter.stop('INCLUDE_CYCLE', `"${name.slice(0, 80)}" includes itself`);
  const found = run.find(name);
  if (found === null && statement.ignoreMissing) return '';
  if (found === null) return meter.stop('INCLUDE_NOT_FOUND', `there is no "${name.slice(0, 80)}"`);
  if (found === 'broken') return meter.stop('INCLUDE_BROKEN', `"${name.slice(0, 80)}" is broken`);
  meter.inside.push(name);
  const text = execute(found.body, scope.included(), run);
  meter.inside.pop();
  return text;
}
