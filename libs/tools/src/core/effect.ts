import { READ_ONLY_LABEL, type ToolDescriptor } from '../tool';

/** What a call may do twice: `read` anything, `idempotent` the same call again, `write` nothing (I7). */
export type ToolEffect = 'read' | 'idempotent' | 'write';

/** Whether the host counts the tool as harmless. */
export function isReadOnlyTool(tool: Pick<ToolDescriptor, 'labels'>): boolean {
  return tool.labels.includes(READ_ONLY_LABEL);
}

/** The effect of a tool; what declares nothing is a write. */
export function effectOfTool(
  tool: Pick<ToolDescriptor, 'labels'>,
  idempotent: boolean | undefined,
): ToolEffect {
  if (isReadOnlyTool(tool)) return 'read';
  return idempotent === true ? 'idempotent' : 'write';
}
