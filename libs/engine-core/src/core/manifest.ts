import {
  isRestricted,
  manifestNames,
  readOnlyNames,
  type PlanModeParam,
  type PlanModeState,
} from '@vance/plan-core';
import type { ToolDescriptor } from '@vance/tools';

/** The recipe's say in the read-only set (1.13). */
export interface ReadOnlyEdge {
  readonly readOnlyToolsAdd?: readonly string[];
  readonly readOnlyToolsRemove?: readonly string[];
}

interface Narrowed {
  readonly add: readonly string[] | undefined;
  readonly remove: readonly string[] | undefined;
  readonly tools: readonly ToolDescriptor[];
}

/** Per list of available tools (the catalogue hands out the same frozen one): what is left of it while restricted. */
const narrowed = new WeakMap<readonly ToolDescriptor[], Narrowed>();

/**
 * The tools a process may use in this state: what the manifest shows and what dispatch allows are this
 * one function, asked twice (locks 1 and 2).
 */
export function manifestOf(
  state: PlanModeState,
  available: readonly ToolDescriptor[],
  edge: ReadOnlyEdge,
  planMode: PlanModeParam,
): readonly ToolDescriptor[] {
  if (!isRestricted(state, { planModeRequired: planMode === 'required' })) return available;
  const { readOnlyToolsAdd: add, readOnlyToolsRemove: remove } = edge;
  const known = narrowed.get(available);
  if (known && sameNames(known.add, add) && sameNames(known.remove, remove)) return known.tools;
  const readOnly = readOnlyNames({ descriptors: available, add, remove });
  const base = available.map((tool) => tool.name);
  const names = new Set(manifestNames({ base, restricted: true, readOnly }));
  const tools = Object.freeze(available.filter((tool) => names.has(tool.name)));
  narrowed.set(available, { add, remove, tools });
  return tools;
}

function sameNames(one: readonly string[] = [], other: readonly string[] = []): boolean {
  return one.length === other.length && one.every((name, index) => name === other[index]);
}
