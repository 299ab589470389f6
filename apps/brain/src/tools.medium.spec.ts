import { NEVER_READ_ONLY, READ_ONLY_FALLBACK, readOnlyNames } from '@vance/plan-core';
import { ToolRegistry, TOOL_LISTS } from '@vance/tools';
import type { Account } from './testing/account';
import { Brains, type TestBrain } from './testing/brains';

interface ListedTool {
  readonly name: string;
  readonly labels: readonly string[];
}

/** The server tools of the specification (3.3), and what of them belongs to libs that do not exist yet. */
const READING = [
  ...['current_time', 'whoami', 'find_tools', 'describe_tool', 'web_search', 'web_fetch'],
  ...['doc_read', 'doc_list', 'doc_find', 'cross_doc_list_projects'],
  ...['scratchpad_get', 'scratchpad_list', 'project_list', 'project_current'],
  ...['recipe_list', 'recipe_describe', 'manual_list', 'manual_read', 'data_get'],
  ...['relations_find', 'process_list', 'process_status', 'rag_list', 'rag_query', 'kit_status'],
  ...['tool_result_read', 'work_file_read', 'work_file_list', 'work_file_find', 'work_file_grep'],
];
const CHANGING = [
  ...['doc_create', 'doc_update', 'doc_delete', 'scratchpad_set', 'scratchpad_delete', 'data_set'],
  ...['relations_add', 'rag_create', 'rag_add', 'kit_install', 'kit_apply', 'kit_export'],
  ...['respond', 'work_file_write', 'work_file_edit'],
];
const NOT_YET = [
  ...['process_create', 'process_steer', 'process_stop', 'process_pause', 'process_resume'],
  ...['work_exec_status', 'work_exec_run', 'work_exec_kill'],
  ...['inbox_post', 'memory_search', 'history_search'],
];
/** Without them what the tools beside them make could not be unmade. */
const BESIDE_THE_SPEC = ['relations_delete', 'rag_delete'];

describe('the tools of the running product', () => {
  let brains: Brains;
  let brain: TestBrain;
  let admin: Account;
  let listed: readonly ListedTool[];

  beforeAll(async () => {
    brains = await Brains.prepare();
    brain = await brains.start();
    admin = await brains.tenant(brain, 'acme');
    listed = (await admin.call('GET', '/api/v1/tools')).body.items;
  });
  afterAll(async () => {
    admin?.close();
    await brains?.stop();
  });
  const names = (wanted: (tool: ListedTool) => boolean = () => true): string[] =>
    listed.filter(wanted).map(({ name }) => name);

  it('are listed as they are registered, by all modules together', () => {
    const registered = brain.app.get(ToolRegistry, { strict: false }).descriptors();
    expect(names()).toEqual(registered.map(({ name }) => name));
  });

  it('stand each in exactly one of read-only and not: label, written list and plan mode agree', () => {
    const labelled = new Set(names(({ labels }) => labels.includes('read-only')));
    const source = 'server' as const;
    const descriptors = listed.map((tool) => ({ ...tool, source }));
    expect(readOnlyNames({ descriptors })).toEqual(labelled);
    for (const { name } of listed) {
      const sides = [TOOL_LISTS.readOnly.includes(name), TOOL_LISTS.withEffect.includes(name)];
      expect([name, ...sides]).toEqual([name, labelled.has(name), !labelled.has(name)]);
      expect([name, READ_ONLY_FALLBACK.has(name)]).toEqual([name, labelled.has(name)]);
    }
    expect(names(({ name }) => NEVER_READ_ONLY.has(name) && labelled.has(name))).toEqual([]);
    expect(names().sort()).toEqual([...TOOL_LISTS.readOnly, ...TOOL_LISTS.withEffect].sort());
  });

  it('are those of the specification, each on the side it says', () => {
    expect(names(({ labels }) => labels.includes('read-only')).sort()).toEqual([...READING].sort());
    expect(names(({ labels }) => !labels.includes('read-only')).sort()).toEqual(
      [...CHANGING, ...BESIDE_THE_SPEC].sort(),
    );
    expect(names(({ name }) => NOT_YET.includes(name))).toEqual([]);
  });
});
