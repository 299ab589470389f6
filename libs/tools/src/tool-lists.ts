/** The two written lists. Every server tool stands in exactly one, or the server does not start. */
export interface ToolLists {
  readonly readOnly: readonly string[];
  readonly withEffect: readonly string[];
}

/**
 * What each server tool is, said a second time and apart from its label: whoever adds a tool, or changes a label,
 * has to decide here as well, so a slip of the hand never makes a tool that writes look harmless (1.13).
 */
export const TOOL_LISTS: ToolLists = {
  readOnly: [
    'cross_doc_list_projects',
    'current_time',
    'data_get',
    'describe_tool',
    'doc_find',
    'doc_list',
    'doc_read',
    'find_tools',
    'kit_status',
    'manual_list',
    'manual_read',
    'process_list',
    'process_status',
    'project_current',
    'project_list',
    'rag_list',
    'rag_query',
    'recipe_describe',
    'recipe_list',
    'relations_find',
    'scratchpad_get',
    'scratchpad_list',
    'tool_result_read',
    'web_fetch',
    'web_search',
    'whoami',
    'work_file_find',
    'work_file_grep',
    'work_file_list',
    'work_file_read',
  ],
  withEffect: [
    'data_set',
    'doc_create',
    'doc_delete',
    'doc_update',
    'kit_apply',
    'kit_export',
    'kit_install',
    'rag_add',
    'rag_create',
    'rag_delete',
    'relations_add',
    'relations_delete',
    'respond',
    'scratchpad_delete',
    'scratchpad_set',
    'work_file_edit',
    'work_file_write',
  ],
};

/** Token under which the lists are injected. */
export const TOOL_LISTS_TOKEN = Symbol('TOOL_LISTS');
