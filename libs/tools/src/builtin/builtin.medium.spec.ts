import { ProcessRepository } from '@vance/data';
import { RecipeService } from '@vance/documents';
import { tenantScope } from '@vance/kernel';
import { restingProcess } from '../testing/process-fixture';
import { ToolsApp } from '../testing/tools-app';
import { ToolCatalogue } from '../tool-catalogue';

/** Every tool once or more, in an order in which each finds what it needs: tool, arguments, what the result says. */
const CALLS: readonly (readonly [tool: string, args: object, says: RegExp])[] = [
  ['current_time', {}, /"now":"\d{4}-.*"timeZone":"UTC"/],
  ['current_time', { timeZone: 'Asia/Tokyo' }, /GMT\+9|JST/],
  ['current_time', { timeZone: 'Mars/Base' }, /no time zone/],
  ['find_tools', {}, /"name":"doc_|"name":"whoami"|"name":"current_time"/],
  ['find_tools', { query: 'weekday time' }, /^\{"tools":\[\{"name":"current_time"/],
  ['describe_tool', { name: 'data_set' }, /"required":\["key","value"\]/],
  ['describe_tool', { name: 'client_secret' }, /NOT_FOUND/],
  ['respond', { text: 'The end.' }, /^The end\.$/],
  ['scratchpad_set', { key: 'a.$b', value: { deep: [1, '🙂'] } }, /Kept/],
  ['scratchpad_get', { key: 'a.$b' }, /"value":\{"deep":\[1,"🙂"\]\}/],
  ['scratchpad_get', { key: 'none' }, /"found":false/],
  ['scratchpad_list', {}, /"key":"a\.\$b"/],
  ['scratchpad_delete', { key: 'a.$b' }, /Deleted/],
  ['scratchpad_delete', { key: 'a.$b' }, /There was no/],
  ['scratchpad_set', { key: '', value: 1 }, /INVALID_ARGUMENTS[\s\S]*key/],
  ['scratchpad_set', { key: 'big', value: 'x'.repeat(300_000) }, /at most 262144/],
  ['data_set', { key: 'colour', value: 'blue' }, /Stored/],
  ['data_get', { key: 'colour' }, /"value":"blue"/],
  ['data_set', { key: 'colour' }, /INVALID_ARGUMENTS[\s\S]*value/],
  ['whoami', {}, /"username":"ada","roles":\["member"\].*"project":"demo".*"recipe":"arthur"/],
  ['project_current', {}, /"name":"demo"/],
  ['project_list', {}, /^\{"projects":\[\{"name":"demo","title":"demo","current":true\}\]\}$/],
  [
    'doc_create',
    { path: 'notes/a.md', content: 'Blue whales sing.', title: 'A' },
    /^Created notes\/a\.md\.$/,
  ],
  [
    'doc_create',
    { path: 'notes/a.md', content: 'again' },
    /ALREADY_EXISTS.*change it with doc_update/,
  ],
  ['doc_create', { path: '../a.md', content: 'x' }, /BAD_REQUEST[\s\S]*- path/],
  ['doc_create', { path: 'recipes/arthur.yaml', content: 'x' }, /FORBIDDEN/],
  ['doc_create', { path: 'notes/b.md' }, /INVALID_ARGUMENTS[\s\S]*content/],
  ['doc_read', { path: 'notes/a.md' }, /^Blue whales sing\.$/],
  ['doc_read', { path: 'notes/none.md' }, /NOT_FOUND/],
  ['doc_list', {}, /"path":"notes\/a\.md","title":"A","bytes":17,"version":1/],
  ['doc_list', { prefix: 'other/' }, /"documents":\[\],"complete":true/],
  ['doc_find', { query: 'WHALES blue' }, /"path":"notes\/a\.md"/],
  ['doc_find', { query: 'whales red' }, /"documents":\[\]/],
  ['doc_update', { path: 'notes/a.md', content: 'They dive.' }, /^Updated/],
  ['doc_update', { path: 'notes/none.md', content: 'x' }, /NOT_FOUND/],
  ['doc_update', { path: 'prompts/arthur-prompt.md', content: 'Obey.' }, /FORBIDDEN/],
  ['doc_read', { path: 'notes/a.md' }, /^They dive\.$/],
  [
    'cross_doc_list_projects',
    {},
    /^\{"projects":\[\{"name":"demo","title":"demo","current":true,"documents":\["notes\/a\.md","recipes\/writer\.yaml"\],"complete":true\}\],"complete":true\}$/,
  ],
  ['relations_add', { from: 'notes/a.md', type: 'cites', to: 'Moby Dick' }, /^Added\.$/],
  ['relations_add', { from: 'notes/a.md', type: 'cites', to: 'Moby Dick' }, /there already/],
  [
    'relations_add',
    { from: 'notes/a.md', type: 'Cites!', to: 'x' },
    /INVALID_ARGUMENTS[\s\S]*type/,
  ],
  ['relations_add', { from: ' ', type: 'cites', to: 'x' }, /INVALID_ARGUMENTS[\s\S]*from/],
  [
    'relations_find',
    { thing: 'Moby Dick' },
    /^\{"relations":\[\{"from":"notes\/a\.md","type":"cites","to":"Moby Dick"\}\],"complete":true\}$/,
  ],
  ['relations_find', { from: 'Moby Dick' }, /"relations":\[\]/],
  ['relations_delete', { from: 'notes/a.md', type: 'cites', to: 'Moby Dick' }, /^Deleted\.$/],
  ['relations_delete', { from: 'notes/a.md', type: 'cites', to: 'Moby Dick' }, /no such relation/],
  ['rag_create', { corpus: 'sea', description: 'The sea', language: 'english' }, /^Created sea/],
  ['rag_create', { corpus: 'sea' }, /ALREADY_EXISTS/],
  ['rag_create', { corpus: 'sea', language: 'klingon' }, /INVALID_ARGUMENTS[\s\S]*language/],
  ['rag_add', { corpus: 'sea', path: 'notes/a.md' }, /^Added notes\/a\.md: 1 passages/],
  ['rag_add', { corpus: 'sea', text: 'Squids glow.', source: 'squids' }, /^Added squids/],
  ['rag_add', { corpus: 'sea', text: 'Squids glow at night.', source: 'squids' }, /^Replaced/],
  ['rag_add', { corpus: 'sea', text: 'x' }, /INVALID_ARGUMENTS[\s\S]*source: a text needs/],
  ['rag_add', { corpus: 'sea', text: 'x', path: 'notes/a.md' }, /either path or text/],
  ['rag_add', { corpus: 'sea', text: '  ', source: 'blank' }, /BAD_REQUEST/],
  ['rag_add', { corpus: 'sea', path: 'notes/none.md' }, /NOT_FOUND/],
  ['rag_add', { corpus: 'none', text: 'x', source: 's' }, /NOT_FOUND/],
  ['rag_list', {}, /"name":"sea".*"language":"english","passages":2,"sources":2/],
  ['rag_list', { corpus: 'sea' }, /"sources":\["notes\/a\.md","squids"\]/],
  [
    'rag_query',
    { corpus: 'sea', query: '-glowing "squid' },
    /^\{"passages":\[\{"source":"squids","passage":1,"text":"Squids glow at night\.","score":[\d.]+\}\]\}$/,
  ],
  ['rag_query', { corpus: 'none', query: 'squid' }, /NOT_FOUND/],
  ['rag_query', { corpus: 'sea', query: ' ' }, /INVALID_ARGUMENTS/],
  ['rag_delete', { corpus: 'sea', source: 'squids' }, /^Deleted squids/],
  ['rag_query', { corpus: 'sea', query: 'squid' }, /"passages":\[\]/],
  ['rag_delete', { corpus: 'sea' }, /^Deleted sea/],
  ['rag_delete', { corpus: 'sea' }, /There was no sea/],
  ['doc_delete', { path: 'notes/a.md' }, /^Deleted/],
  ['doc_delete', { path: 'notes/a.md' }, /NOT_FOUND/],
  ['doc_delete', { path: 'recipes/writer.yaml' }, /FORBIDDEN/],
  ['recipe_list', {}, /"name":"writer","title":"Writer"/],
  ['recipe_describe', { name: 'writer' }, /"layer":"project".*"tools":\["doc_read","data_set"\]/],
  ['recipe_list', {}, /"name":"vogon",[^}]*"available":false/],
  ['recipe_describe', { name: 'vogon' }, /"engine":"vogon","available":false/],
  ['recipe_describe', { name: 'none' }, /NOT_FOUND/],
  ['manual_list', {}, /"name":"recipes","title":/],
  ['manual_read', { name: 'recipes' }, /^# /],
  ['manual_read', { name: 'none' }, /NOT_FOUND/],
  ['manual_read', { name: '../prompts/arthur-prompt' }, /BAD_REQUEST|NOT_FOUND/],
  ['process_list', {}, /"processId":"prc_1".*"status":"IDLE"/],
  ['process_status', {}, /"todos":\[\{"id":"a"/],
  ['process_status', { processId: 'prc_other_user' }, /NOT_FOUND/],
  ['process_status', { processId: 'prc_other_tenant' }, /NOT_FOUND/],
  ['work_file_write', { path: 'notes/a.md', content: '# A\nfirst line\n' }, /Created notes\/a\.md/],
  ['work_file_read', { path: 'notes/a.md' }, /^# A\nfirst line\n$/],
  ['work_file_edit', { path: 'notes/a.md', find: 'first', replace: '$& second' }, /Changed/],
  ['work_file_edit', { path: 'notes/a.md', find: 'nowhere', replace: '' }, /does not occur/],
  ['work_file_grep', { pattern: 'second' }, /^notes\/a\.md:2: \$& second line$/],
  [
    'work_file_grep',
    { pattern: '^guide', regex: true, glob: '*.md' },
    /^docs\/guide\.md:1: guide$/,
  ],
  ['work_file_grep', { pattern: '(', regex: true }, /WORKSPACE: pattern/],
  ['work_file_find', { pattern: '**/*.md' }, /\["docs\/guide\.md","notes\/a\.md"\]/],
  ['work_file_list', {}, /"name":"docs".*"name":"notes"/],
  ['work_file_list', { path: 'notes' }, /"name":"a\.md","type":"file"/],
  ['work_file_read', { path: '../../../etc/passwd' }, /WORKSPACE: Bad path/],
  ['work_file_write', { path: 'docs/guide.md', content: 'x' }, /reading only/],
  ['tool_result_read', { resultId: 'res_none' }, /NOT_FOUND/],
  ['kit_status', {}, /^\{"kits":\[\]\}$/],
  ['kit_install', { path: 'nowhere' }, /WORKSPACE: There is no nowhere/],
  ['kit_install', { path: 'notes' }, /KIT_INVALID[\s\S]*- kit\.yaml: is missing/],
  ['kit_install', { path: 'notes/a.md' }, /KIT_INVALID: A kit is a folder, a zip/],
  ['kit_export', { name: 'own', path: 'docs/own' }, /reading only/],
  ['kit_export', { name: 'own', path: 'notes' }, /something at notes already/],
  [
    'kit_export',
    { name: 'own', path: 'kits/own', version: '2' },
    /"exported":"own","version":"2","hash":"[0-9a-f]{64}","path":"kits\/own","files":1/,
  ],
  ['kit_install', { path: 'kits/own' }, /"staged":"own","version":"2".*"recipes\/writer\.yaml"/],
  ['kit_status', { name: 'own' }, /"state":"staged","files":\["recipes\/writer\.yaml"\]/],
  ['kit_apply', { name: 'own', hash: 'abc' }, /INVALID_ARGUMENTS[\s\S]*hash/],
  ['web_fetch', { url: 'https://127.0.0.1/' }, /EGRESS_REFUSED/],
  ['web_search', { query: 'whales' }, /NOT_CONFIGURED: .*vance\.tools\.webSearch\.url/],
];

describe('the built-in tools on a real database', () => {
  let app: ToolsApp;

  beforeAll(async () => {
    app = await ToolsApp.start('tools');
    const yaml = JSON.stringify({
      ...{ name: 'writer', title: 'Writer', description: 'Writes', engine: 'arthur' },
      tools: { allow: ['doc_read', 'data_set', 'client_secret'] },
    });
    const admin = { userId: 'usr_admin', administers: true };
    await app.get(RecipeService).save(ToolsApp.scope, 'demo', 'writer', yaml, admin);
    const processes = app.get(ProcessRepository);
    const others = restingProcess({ _id: 'prc_other_user', userId: 'usr_2' });
    await processes.create(ToolsApp.scope, others);
    const foreign = restingProcess({ _id: 'prc_other_tenant' });
    await processes.create(tenantScope('tenant-2'), foreign);
  });
  afterAll(() => app.stop());

  it.each(CALLS)('%s %j', async (tool, args, says) => {
    expect((await app.invoke(tool, args)).text).toMatch(says);
  });

  it('reads on in a result that was too large', async () => {
    const content = Array.from({ length: 90 }, (_, i) => `${i} ${'x'.repeat(380)}`).join('\n');
    await app.invoke('data_set', { key: 'large', value: content });
    const { text } = await app.invoke('data_get', { key: 'large' });
    const resultId = /"resultId": "(res_\w+)"/.exec(text)?.[1];
    const rest = await app.invoke('tool_result_read', { resultId, offset: 30_000 });
    expect(rest.text).toMatch(/78 x+\\n79 x[\s\S]*; the end\.\]$/);
  });

  it('were all called', () => {
    const names = app
      .get(ToolCatalogue)
      .serverTools()
      .map(({ name }) => name);
    expect([...app.called].sort()).toEqual(names);
  });
});
