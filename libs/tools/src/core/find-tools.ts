import type { ToolDescriptor } from '../tool';

/** The tools whose name, description or labels hold every word of the query; all of them for an empty one. */
export function matchingTools(
  tools: readonly ToolDescriptor[],
  query: string,
): readonly ToolDescriptor[] {
  const words = query.toLowerCase().split(/\s+/).filter(Boolean);
  return words.length === 0 ? tools : tools.filter((tool) => holds(tool, words));
}

function holds({ name, description, labels }: ToolDescriptor, words: readonly string[]): boolean {
  const text = [name, description, ...labels].join(' ').toLowerCase();
  return words.every((word) => text.includes(word));
}
