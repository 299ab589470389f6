import {
  type Account,
  action,
  answer,
  ask,
  call,
  Cluster,
  Conversation,
  PlanTalk,
  type SeenRequest,
} from './harness';

const NOT_OFFERED = /TOOL_NOT_ALLOWED/;

/** The text a request begins with, which prompts and recipe make. */
const system = (request: SeenRequest | undefined): unknown => request?.messages[0]?.content;

describe('a recipe shapes what the model is really sent', () => {
  let cluster: Cluster;
  let admin: Account;
  let count = 0;

  beforeAll(async () => {
    cluster = await Cluster.start();
    admin = await cluster.account();
    await admin.put(
      '/api/v1/projects/e2e/documents/prompts/arthur-prompt.md',
      'ENGINE {{ mode }} {{ profile }}',
      'text/markdown',
    );
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  /** Saves a recipe with these keys, written as JSON, which is YAML too. */
  async function saved(keys: object): Promise<string> {
    count += 1;
    const name = `own-${count}`;
    const recipe = { name, title: 'Own', description: 'd', engine: 'arthur', ...keys };
    const path = `/api/v1/projects/e2e/documents/recipes/${name}.yaml`;
    await admin.put(path, JSON.stringify(recipe), 'application/yaml');
    return name;
  }
  /** A talk under a recipe, begun by a client of a kind. */
  const talkBy = async (recipe: string, profile: 'web' | 'foot' | 'api' = 'api') =>
    PlanTalk.in(cluster, await Conversation.open(admin, 'e2e', recipe, profile));

  it.each([
    ['APPEND', 'ENGINE NORMAL api\n\nOWN api auto'],
    ['OVERWRITE', 'OWN api auto'],
  ])('by its words: %s', async (promptMode, text) => {
    const promptPrefix = 'OWN {{ profile }} {{ params.planMode }}';
    const talk = await talkBy(await saved({ promptMode, promptPrefix }));
    await talk.say('Hello.', answer('Hello.'));
    expect(system(talk.requests[0])).toBe(text);
  });

  it('by the profile of the client that began: words, tools and parameters, each laid over the rest', async () => {
    const recipe = await saved({
      promptPrefix: 'FOR ALL',
      params: { approval: 'explicit', readOnlyToolsRemove: ['doc_find'] },
      tools: { allow: ['doc_read', 'doc_find', 'data_set'], deny: ['data_set'] },
      profiles: {
        foot: {
          promptPrefix: 'FOR TERMINALS',
          promptMode: 'OVERWRITE',
          params: { readOnlyToolsRemove: ['doc_read'] },
          tools: { deny: [] },
        },
      },
    });
    const [web, foot] = [await talkBy(recipe, 'web'), await talkBy(recipe, 'foot')];
    for (const talk of [web, foot])
      await talk.say('Plan it.', action('START_PLAN'), ask('What of it?'));

    expect(system(web.requests[0])).toBe('ENGINE NORMAL web\n\nFOR ALL');
    expect(toolsIn(web.requests[0])).toEqual(['doc_find', 'doc_read']);
    expect(toolsIn(web.requests[1])).toEqual(['doc_read']);

    expect(system(foot.requests[0])).toBe('FOR TERMINALS');
    expect(toolsIn(foot.requests[0])).toEqual(['data_set', 'doc_find', 'doc_read']);
    expect(toolsIn(foot.requests[1])).toEqual(['doc_find']);
    const params = { approval: 'explicit', readOnlyToolsRemove: ['doc_find'] };
    expect(await admin.get(`/api/v1/projects/e2e/recipes/${recipe}`)).toMatchObject({ params });
  });

  it('as it ships: a terminal keeps its shell while arthur explores, other clients do not', async () => {
    for (const [profile, kept] of [
      ['foot', true],
      ['web', false],
    ] as const) {
      const talk = await talkBy('arthur', profile);
      const { connection, sessionId } = talk.conversation;
      const shell = { name: 'client_exec_run', labels: [], run: () => 'ran' };
      await connection.register(sessionId, [shell]);
      await talk.say('Plan it.', action('START_PLAN'), ask('What of it?'));
      const [before, exploring] = talk.requests.map(toolsIn);
      expect(before).toContain('client_exec_run');
      expect([profile, exploring?.includes('client_exec_run')]).toEqual([profile, kept]);
      expect(exploring).not.toContain('doc_create');
    }
  });

  it.each<[string, object, readonly string[]]>([
    ['a name', { allow: ['doc_read'] }, ['doc_read']],
    ['a client’s tool by its name', { allow: ['client_look'] }, ['client_look']],
    [
      'a label, less a name',
      { allow: ['@scratchpad', '-scratchpad_delete'] },
      ['scratchpad_get', 'scratchpad_list', 'scratchpad_set'],
    ],
    [
      'a label, less another one, wherever it stands',
      { allow: ['-@read-only', '@scratchpad'] },
      ['scratchpad_delete', 'scratchpad_set'],
    ],
    ['nothing that is removed too', { allow: ['-doc_read', 'doc_read', 'doc_list'] }, ['doc_list']],
    [
      'nothing that is denied by label',
      { allow: ['doc_create', 'data_get', 'data_set'], deny: ['@documents'] },
      ['data_get', 'data_set'],
    ],
    [
      'nothing that is denied with a sign in front',
      { allow: ['data_get', 'data_set'], deny: ['-data_set'] },
      ['data_get'],
    ],
  ])('by its selectors: %s', async (_, tools, expected) => {
    const talk = await talkBy(await saved({ tools }));
    const { connection, sessionId } = talk.conversation;
    const look = { name: 'client_look', labels: ['read-only'], run: () => 'looked' };
    await connection.register(sessionId, [look]);
    await talk.say('Hello.', answer('Hello.'));
    expect(toolsIn(talk.requests[0])).toEqual(expected);
  });

  it('until it is deleted: then by what is shipped for its engine, and no turn is lost', async () => {
    const recipe = await saved({ promptMode: 'OVERWRITE', promptPrefix: 'OWN' });
    const talk = await talkBy(recipe);
    await talk.say('Hello.', answer('Hello.'));
    await admin.remove(`/api/v1/projects/e2e/documents/recipes/${recipe}.yaml`);
    await talk.say('Still there?', answer('Yes.'));
    expect(talk.requests.map(system)).toEqual(['OWN', 'ENGINE NORMAL api']);
  });

  it('and a tool that it removes does not run when the model names it all the same', async () => {
    const talk = await talkBy(await saved({ tools: { deny: ['@data'] } }));
    await talk.say('Keep it.', call('data_set', { key: 'k', value: 'v' }), answer('Kept.'));
    expect(toolsIn(talk.requests[0])).toContain('doc_create');
    expect(toolsIn(talk.requests[0])).not.toContain('data_set');
    expect(talk.told()).toMatch(NOT_OFFERED);
    const rows = cluster.mongo.db(cluster.database).collection('tool_calls');
    const { processId } = talk.conversation;
    expect(await rows.countDocuments({ processId, state: 'DONE' })).toBe(0);
  });
});

/** Names of the tools in a request, in order of names, without the function by which it acts. */
function toolsIn(request: SeenRequest | undefined): string[] {
  const names = request?.tools?.map((tool) => tool.function.name) ?? [];
  return names.filter((name) => name !== 'arthur_action').sort();
}
