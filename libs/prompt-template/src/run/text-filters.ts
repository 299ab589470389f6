import { numberOf, textOf } from './coerce';
import type { Meter } from './meter';
import { lengthOf, type Value } from './value';

/** What a filter is given; absent arguments are undefined. */
export type Apply = (input: Value, args: readonly Value[], meter: Meter) => Value;

/** Nothing and `false` count as an empty text, as in nunjucks. */
function orEmpty(value: Value): Value {
  return value === null || value === undefined || value === false ? '' : value;
}

function textIn(value: Value, meter: Meter): string {
  if (typeof value !== 'string') return meter.wrong('this filter works on a text');
  meter.pay(value.length);
  return value;
}

function capitalized(word: string): string {
  const lower = word.toLowerCase();
  return lower.charAt(0).toUpperCase() + lower.slice(1);
}

export const lower: Apply = (input, _, meter) => textIn(orEmpty(input), meter).toLowerCase();
export const upper: Apply = (input, _, meter) =>
  meter.text(textIn(orEmpty(input), meter).toUpperCase());
export const trim: Apply = (input, _, meter) => textIn(input, meter).trim();
export const capitalize: Apply = (input, _, meter) =>
  meter.text(capitalized(textIn(orEmpty(input), meter)));
export const title: Apply = (input, _, meter) =>
  meter.text(textIn(orEmpty(input), meter).split(' ').map(capitalized).join(' '));

export const string: Apply = (input, _, meter) =>
  input === undefined || input === null
    ? meter.wrong('there is no text of nothing')
    : textOf(input, meter);

export const indent: Apply = (input, [width, indentFirst], meter) => {
  const text = orEmpty(input);
  if (text === '') return '';
  const lines = textIn(text, meter).split('\n');
  const spaces = Math.max(0, Math.ceil(numberOf(width || 4, meter)) || 0);
  meter.fits(spaces);
  meter.fits(lines.length * spaces);
  const space = ' '.repeat(spaces);
  return meter.text(
    lines.map((line, index) => (index === 0 && !indentFirst ? line : space + line)).join('\n'),
  );
};

export const truncate: Apply = (input, [most, killWords, end], meter) => {
  const value = orEmpty(input);
  const length = numberOf(most || 255, meter);
  if ((lengthOf(value) ?? Number.NaN) <= length) return value;
  const text = textIn(value, meter);
  const space = text.lastIndexOf(' ', length);
  const cut = killWords || space === -1 ? length : space;
  return meter.text(text.substring(0, cut) + textOf(end ?? '...', meter));
};

/** Plain texts only: there are no regular expressions in a template. */
export const replace: Apply = (input, [search, replacement, most], meter) => {
  if (typeof search !== 'number' && typeof search !== 'string') return input;
  if (typeof input !== 'number' && typeof input !== 'string') return input;
  const text = textIn(String(input), meter);
  const old = String(search);
  const fresh = textOf(replacement, meter);
  if (old === '') {
    meter.apart(text);
    meter.fits(text.length + (text.length + 1) * fresh.length);
    const between = replacement === undefined ? ',' : fresh;
    return meter.text(fresh + text.split('').join(between) + fresh);
  }
  if (most === 0 || !text.includes(old)) return typeof input === 'number' ? text : input;
  return replaceUpTo(text, old, fresh, most === undefined ? -1 : numberOf(most, meter), meter);
};

function replaceUpTo(text: string, old: string, fresh: string, most: number, meter: Meter): string {
  let result = '';
  let position = 0;
  let count = 0;
  for (
    let index = text.indexOf(old);
    index > -1 && (most === -1 || count < most);
    index = text.indexOf(old, position)
  ) {
    result += text.substring(position, index) + fresh;
    meter.fits(result.length);
    position = index + old.length;
    count += 1;
  }
  return meter.text(result + text.substring(position));
}
