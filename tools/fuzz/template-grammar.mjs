// Arbitraries of templates: made by a grammar of all that is allowed (and a little that is not), or mutated from the
// corpora.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { root } from '../house/projects.mjs';

const corpus = (name) =>
  JSON.parse(readFileSync(join(root, `libs/prompt-template/corpus/${name}.json`), 'utf8'));
export const differential = corpus('differential');
const hostile = corpus('hostile');

const names = [
  'mode',
  'names',
  'numbers',
  'params',
  'table',
  'people',
  'text',
  'nothing',
  'missing',
  'x',
  'y',
  'loop',
];
const keys = ['name', 'length', 'planMode', 'x', 'index', 'last', 'nested', 'deep'];
const filters = [
  ...[
    'upper',
    'lower',
    'trim',
    'title',
    'capitalize',
    'length',
    'first',
    'last',
    'string',
    'reverse',
    'sort',
  ],
  ...[
    'default("d")',
    'd("e", true)',
    'join',
    'join("-")',
    'join(",", "name")',
    'replace("a", "b")',
    'round(1)',
  ],
  ...[
    'replace("", "-", 1)',
    'truncate(5)',
    'truncate(4, true, "")',
    'indent(2)',
    'indent(1, true)',
  ],
  ...['sort(true)', 'sort(attribute="age")', 'replace(1, 2, 3)'],
];
const tests = [
  ...[
    'defined',
    'undefined',
    'none',
    'string',
    'number',
    'truthy',
    'falsy',
    'mapping',
    'odd',
    'even',
    'lower',
  ],
  ...['equalto("x")', 'gt(1)', 'le(2)', 'ne(3)', 'divisibleby(2)'],
];
const pick = (...list) => fc.constantFrom(...list);
const literal = fc.oneof(
  fc.nat(300).map(String),
  pick('true', 'false', 'none', '1.5', '0', '""', "'a b'", '"Ada"', '[]', "['x', 2]"),
);

const { expression, body } = fc.letrec((tie) => ({
  expression: fc.oneof(
    { maxDepth: 5, depthSize: 'small' },
    pick(...names),
    literal,
    fc.tuple(tie('atom'), pick(...keys)).map(([a, k]) => `${a}.${k}`),
    fc.tuple(tie('atom'), tie('expression')).map(([a, k]) => `${a}[${k}]`),
    fc.tuple(tie('atom'), pick(...filters)).map(([a, f]) => `${a} | ${f}`),
    fc.tuple(tie('atom'), pick('is', 'is not'), pick(...tests)).map((p) => p.join(' ')),
    fc
      .tuple(
        tie('expression'),
        pick('+', '-', '~', '==', '!=', '<', '>=', '===', 'and', 'or', 'in', 'not in'),
        tie('expression'),
      )
      .map((p) => p.join(' ')),
    fc
      .tuple(tie('expression'), tie('expression'), tie('expression'))
      .map(([a, b, c]) => `(${a} if ${b} else ${c})`),
    tie('expression').map((e) => `not ${e}`),
    fc.array(tie('expression'), { maxLength: 3 }).map((items) => `[${items.join(', ')}]`),
  ),
  atom: fc.oneof(
    pick(...names),
    literal,
    tie('expression').map((e) => `(${e})`),
  ),
  body: fc.array(tie('statement'), { maxLength: 4 }).map((parts) => parts.join('')),
  statement: fc.oneof(
    { maxDepth: 4, depthSize: 'small' },
    pick('text', ' ', '\n', ' \n x', '{# note #}', '{#- note -#}', '}', 'ž'),
    fc.tuple(pick('{{', '{{-'), tie('expression'), pick('}}', '-}}')).map((p) => p.join(' ')),
    fc.tuple(pick('x', 'y', 'mode'), tie('expression')).map(([n, e]) => `{% set ${n} = ${e} %}`),
    fc.tuple(pick('x', 'y'), tie('body')).map(([n, b]) => `{% set ${n} %}${b}{% endset %}`),
    fc
      .tuple(tie('expression'), tie('body'), tie('expression'), tie('body'), tie('body'))
      .map(([c, a, d, b, e]) => `{% if ${c} -%}${a}{% elif ${d} %}${b}{%- else %}${e}{% endif %}`),
    fc
      .tuple(pick('x', 'y', 'k, v'), tie('expression'), tie('body'))
      .map(([n, e, b]) => `{% for ${n} in ${e} %}${b}{% endfor %}`),
    pick(...Object.keys(differential.includes)).map((n) => `{% include '${n}' %}`),
  ),
}));

/** Templates of allowed constructs. */
export const grammatical = fc.oneof(
  body,
  expression.map((e) => `{{ ${e} }}`),
);

const sourceOf = ({ source }) =>
  typeof source === 'string' ? source : source.map(([p, n]) => p.repeat(Math.min(n, 500))).join('');
const seeds = [...differential.templates, ...hostile.templates.map(sourceOf)];
const pieces = [
  ...[
    '{{',
    '}}',
    '{%',
    '%}',
    '{#',
    '#}',
    '-',
    '|',
    '.',
    '[',
    ']',
    '(',
    ')',
    "'",
    '"',
    '\\',
    '`',
    ',',
    ':',
    '~',
    '=',
  ],
  ...[
    'constructor',
    '__proto__',
    'prototype',
    'r/x/g',
    'range',
    'not',
    'in',
    'is',
    'if',
    'for',
    'set',
    'endfor',
  ],
  ...[
    'endif',
    'include',
    'raw',
    'endraw',
    'macro',
    '**',
    '//',
    '\u0000',
    '\u2028',
    '\ud800',
    '${',
    '\n',
    ' ',
  ],
];
const edit = fc.record({
  at: fc.double({ min: 0, max: 1, noNaN: true }),
  drop: fc.nat(4),
  piece: fc.oneof(pick(...pieces), fc.string({ maxLength: 3, unit: 'binary' })),
  times: fc.oneof(
    { weight: 9, arbitrary: fc.constant(1) },
    { weight: 1, arbitrary: fc.integer({ min: 2, max: 3_000 }) },
  ),
});

/** Templates of the corpora with pieces put in, taken out and repeated. */
export const mutated = fc
  .tuple(fc.oneof(pick(...seeds), grammatical), fc.array(edit, { minLength: 1, maxLength: 6 }))
  .map(([source, edits]) =>
    edits.reduce((text, { at, drop, piece, times }) => {
      const index = Math.floor(at * text.length);
      return text.slice(0, index) + piece.repeat(times) + text.slice(index + drop);
    }, source),
  );
