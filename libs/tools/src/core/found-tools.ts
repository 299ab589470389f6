import type { ToolDescriptor } from '../tool';
import { parseArguments } from './arguments';
import { matchingTools } from './find-tools';

/** The tool that looks tools up, and the one that shows a single one. */
export const FIND_TOOLS = 'find_tools';
export const DESCRIBE_TOOL = 'describe_tool';

interface Call {
  readonly name: string;
  /** As the model wrote them. */
  readonly arguments: string;
}

/**
 * What the model has looked up with the given calls, latest first, among the tools it may use now. Told from the calls
 * alone, so that a turn taken up after a crash finds the same.
 */
export function foundTools(
  calls: readonly Call[],
  tools: readonly ToolDescriptor[],
): readonly ToolDescriptor[] {
  return [...new Set(calls.toReversed().flatMap((call) => foundBy(call, tools)))];
}

function foundBy(call: Call, tools: readonly ToolDescriptor[]): readonly ToolDescriptor[] {
  if (call.name !== FIND_TOOLS && call.name !== DESCRIBE_TOOL) return [];
  const parsed = parseArguments(call.arguments);
  if (!parsed.ok) return [];
  const { name, query = '' } = parsed.value;
  if (call.name === DESCRIBE_TOOL) return tools.filter((tool) => tool.name === name);
  return typeof query === 'string' ? matchingTools(tools, query) : [];
}
