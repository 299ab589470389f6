/** A recipe's `tools`: selectors `name`, `@label`, `-name`, `-@label`. */
export interface ToolSelectors {
  /** Without one, or without one that adds, every tool is chosen. */
  readonly allow?: readonly string[];
  /** Names and labels that are left out; a leading `-` changes nothing here. */
  readonly deny?: readonly string[];
}

interface Selectable {
  readonly name: string;
  readonly labels: readonly string[];
}

interface CompiledSelectors {
  readonly added: readonly string[];
  readonly removed: ReadonlySet<string>;
}

function compile({ allow = [], deny = [] }: ToolSelectors): CompiledSelectors {
  const bare = (selector: string): string => selector.replace(/^-/, '');
  return {
    added: allow.filter((selector) => !selector.startsWith('-')),
    removed: new Set([...allow.filter((selector) => selector.startsWith('-')), ...deny].map(bare)),
  };
}

const keysOf = (tool: Selectable): string[] => [
  tool.name,
  ...tool.labels.map((label) => `@${label}`),
];

/**
 * The tools that the selectors choose, in the recipe's order (what `allow` names first comes first), in the given
 * order without one. A removal wins over any addition, wherever it stands.
 */
export function selectTools<T extends Selectable>(
  tools: readonly T[],
  selectors: ToolSelectors,
): T[] {
  const { added, removed } = compile(selectors);
  const kept = tools.filter((tool) => !keysOf(tool).some((key) => removed.has(key)));
  if (added.length === 0) return kept;
  const rank = new Map(added.map((selector) => [selector, added.indexOf(selector)]));
  return kept
    .map((tool) => ({ tool, at: bestRank(keysOf(tool), rank) }))
    .filter(({ at }) => at !== undefined)
    .sort((a, b) => (a.at ?? 0) - (b.at ?? 0))
    .map(({ tool }) => tool);
}

function bestRank(keys: readonly string[], rank: ReadonlyMap<string, number>): number | undefined {
  const ranks = keys.map((key) => rank.get(key)).filter((at) => at !== undefined);
  return ranks.length === 0 ? undefined : Math.min(...ranks);
}
