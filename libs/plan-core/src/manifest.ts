/** The label by which a tool may be offered while a process is read-only. */
const READ_ONLY_LABEL = 'read-only';

/** What the read-only set needs to know of a tool; labels as the host sees them (lock 4). */
export interface LabelledTool {
  readonly name: string;
  readonly labels: readonly string[];
  readonly source: 'server' | 'client' | 'mcp';
}

/** Server tools that read, by name: the net below the labels (seed 1, 5.2 and 5.3). No client tool stands here. */
export const READ_ONLY_FALLBACK: ReadonlySet<string> = new Set([
  ...['current_time', 'whoami', 'find_tools', 'describe_tool'],
  ...['web_search', 'web_fetch'],
  ...['doc_read', 'doc_list', 'doc_find', 'cross_doc_list_projects'],
  ...['scratchpad_get', 'scratchpad_list'],
  ...['project_list', 'project_current', 'recipe_list', 'recipe_describe'],
  ...['manual_list', 'manual_read'],
  ...['data_get', 'relations_find', 'process_list', 'process_status'],
  ...['rag_list', 'rag_query', 'kit_status', 'work_exec_status'],
  ...['work_file_read', 'work_file_list', 'work_file_find', 'work_file_grep'],
  ...['memory_search', 'history_search', 'tool_result_read'],
]);

/** Never read-only, whatever a label or a recipe says (1.13). */
export const NEVER_READ_ONLY: ReadonlySet<string> = new Set([
  'respond',
  'client_javascript',
  'workspace_execute_javascript',
  'git_checkout',
  'workspace_delete',
]);

export interface ReadOnlySelection {
  readonly descriptors: readonly LabelledTool[];
  /** Recipe parameters `readOnlyToolsAdd` and `readOnlyToolsRemove`; a removal wins. */
  readonly add?: readonly string[];
  readonly remove?: readonly string[];
}

/** RO of 1.13, among the tools that exist now. A tool nobody vouches for is absent. */
export function readOnlyNames({ descriptors, add, remove }: ReadOnlySelection): Set<string> {
  const added = new Set(add);
  const removed = new Set(remove);
  const names = new Set<string>();
  for (const { name, labels, source } of descriptors) {
    if (removed.has(name) || NEVER_READ_ONLY.has(name)) continue;
    const vouched =
      labels.includes(READ_ONLY_LABEL) ||
      added.has(name) ||
      (source === 'server' && READ_ONLY_FALLBACK.has(name));
    if (vouched) names.add(name);
  }
  return names;
}

/**
 * Names a model call may use: `restricted ? (base = ∅ ? RO : base ∩ RO) : base`. The same function
 * answers at the manifest and again at dispatch. An empty `base` means "not limited by the recipe".
 */
export function manifestNames(input: {
  readonly base: readonly string[];
  readonly restricted: boolean;
  readonly readOnly: ReadonlySet<string>;
}): string[] {
  const { base, restricted, readOnly } = input;
  if (!restricted) return [...base];
  return base.length === 0 ? [...readOnly] : base.filter((name) => readOnly.has(name));
}
