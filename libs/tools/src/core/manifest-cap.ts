import type { ToolDescriptor } from '../tool';
import { isReadOnlyTool } from './effect';
import { DESCRIBE_TOOL, FIND_TOOLS } from './found-tools';

/** Places of a capped list that go to what the model has looked up. */
export const PLACES_FOR_FOUND = 32;
/** What every other tool's results and absence are told with: never left out where there is room, the first of them last. */
const ALWAYS: readonly string[] = [FIND_TOOLS, DESCRIBE_TOOL, 'tool_result_read'];

/**
 * At most `max` tools for one model call: those by which the rest is found and read, then read-only ones, then in the
 * given (recipe's) order. The last places go first to what was `found` meanwhile, latest first. What is left out is as
 * callable as what is shown.
 */
export function capTools(
  tools: readonly ToolDescriptor[],
  max: number,
  found: readonly ToolDescriptor[] = [],
): readonly ToolDescriptor[] {
  if (tools.length <= max) return tools;
  const ranked = [...tools].sort((a, b) => rank(a) - rank(b));
  // Where not even those have room, what was found is worth more than how it was.
  const kept = max > ALWAYS.length ? ALWAYS.length : 1;
  const places = Math.min(PLACES_FOR_FOUND, Math.max(0, max - kept));
  const head = ranked.slice(0, max - places);
  const shown = new Set(head);
  const known = new Set(tools);
  for (const tool of found) if (shown.size < max && known.has(tool)) shown.add(tool);
  for (const tool of ranked) if (shown.size < max) shown.add(tool);
  return [...shown];
}

function rank(tool: ToolDescriptor): number {
  const needed = ALWAYS.indexOf(tool.name);
  if (needed >= 0) return needed;
  return ALWAYS.length + (isReadOnlyTool(tool) ? 0 : 1);
}
