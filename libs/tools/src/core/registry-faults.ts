import type { Tool } from '../tool';
import type { ToolLists } from '../tool-lists';
import { isReadOnlyTool } from './effect';

const TOOL_NAME = /^[a-z][a-z0-9_]{0,63}$/;

/** Everything that forbids a start with these tools, one sentence each. */
export function registryFaults(tools: readonly Tool[], lists: ToolLists): string[] {
  const seen = new Set<string>();
  return tools.flatMap((tool) => {
    const twice = seen.has(tool.name);
    seen.add(tool.name);
    return twice ? [`two tools are named ${tool.name}`] : faultsOf(tool, lists);
  });
}

function faultsOf(tool: Tool, lists: ToolLists): string[] {
  const faults: string[] = [];
  const reads = lists.readOnly.includes(tool.name);
  const acts = lists.withEffect.includes(tool.name);
  if (!TOOL_NAME.test(tool.name)) faults.push(`"${tool.name}" is no name for a tool (a-z, 0-9, _)`);
  if (tool.name.startsWith('client_'))
    faults.push(`${tool.name}: client_ belongs to clients' tools`);
  if (tool.description.trim() === '') faults.push(`${tool.name} has no description`);
  if (reads && acts) faults.push(`${tool.name} stands in both lists of tool-lists.ts`);
  if (!reads && !acts) faults.push(`${tool.name} stands in neither list of tool-lists.ts`);
  if (reads !== acts && isReadOnlyTool(tool) !== reads) {
    faults.push(`${tool.name}: its label and its list in tool-lists.ts disagree`);
  }
  return faults;
}
