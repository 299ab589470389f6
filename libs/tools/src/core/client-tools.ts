import type { ClientToolSet } from '@vance/data';
import { READ_ONLY_LABEL, type ToolDescriptor } from '../tool';

/**
 * Setting `vance.tools.clientLabels`: whether a user's own client may say which of its tools only read (`all`), or only
 * for the tools named in `vance.tools.clientReadOnly` (`allowlist`).
 */
export interface ClientLabelPolicy {
  readonly mode: 'all' | 'allowlist';
  readonly readOnly: readonly string[];
}

/** The default: the tool runs on that user's machine, for that user's session alone. */
export const HONOUR_CLIENT_LABELS: ClientLabelPolicy = { mode: 'all', readOnly: [] };

export interface ClientTool {
  readonly set: ClientToolSet;
  readonly tool: ClientToolSet['tools'][number];
}

interface Owned {
  readonly userId: string;
  readonly clientTools: readonly ClientToolSet[];
}

/** The tools of the owner's own connections by name; of two with one name, the one registered last. */
export function clientToolsOf(process: Owned): ReadonlyMap<string, ClientTool> {
  const found = new Map<string, ClientTool>();
  for (const set of process.clientTools) {
    if (set.userId !== process.userId) continue;
    for (const tool of set.tools) found.set(tool.name, { set, tool });
  }
  return found;
}

/** A client's tool as the host sees it: its labels are the host's decision (1.13, lock 4). */
export function clientDescriptor(
  tool: ClientTool['tool'],
  policy: ClientLabelPolicy,
): ToolDescriptor {
  const mayRead = policy.mode === 'all' || policy.readOnly.includes(tool.name);
  return {
    name: tool.name,
    description: tool.description,
    inputSchema: tool.inputSchema,
    labels: tool.labels.filter((label) => label !== READ_ONLY_LABEL || mayRead),
    source: 'client',
  };
}
