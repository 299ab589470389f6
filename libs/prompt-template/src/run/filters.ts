import * as list from './list-filters';
import * as text from './text-filters';
import type { Apply } from './text-filters';

interface Filter {
  readonly apply: Apply;
  /** Arguments that may be given in this order. */
  readonly most: number;
  /** Their names, where nunjucks takes them by name too. */
  readonly parameters: readonly string[];
}

const takes = (most: number, apply: Apply): Filter => ({ apply, most, parameters: [] });

/** Every filter there is: nunjucks' own, where they are pure, bounded and of use in a prompt. */
export const filters = {
  capitalize: takes(0, text.capitalize),
  d: takes(2, list.fallback),
  default: takes(2, list.fallback),
  first: takes(0, list.first),
  indent: takes(2, text.indent),
  join: takes(2, list.join),
  last: takes(0, list.last),
  length: takes(0, list.length),
  lower: takes(0, text.lower),
  replace: takes(3, text.replace),
  reverse: takes(0, list.reverse),
  round: takes(2, list.round),
  sort: {
    apply: list.sort,
    most: 3,
    parameters: ['reverse', 'case_sensitive', 'attribute'],
  },
  string: takes(0, text.string),
  title: takes(0, text.title),
  trim: takes(0, text.trim),
  truncate: takes(3, text.truncate),
  upper: takes(0, text.upper),
} as const satisfies Readonly<Record<string, Filter>>;

export type FilterName = keyof typeof filters;
export const filterNames: readonly string[] = Object.keys(filters);

/** Whether a name is one of the filters. */
export function isFilterName(name: string): name is FilterName {
  return Object.hasOwn(filters, name);
}

/** The filter of a name. */
export function filterOf(name: FilterName): Filter {
  return filters[name];
}
