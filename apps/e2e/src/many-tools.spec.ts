import { Cluster, Connection, answer, call, type Conversation, type SeenRequest } from './harness';

const OF_EACH = 50;

describe('two hundred tools of a user’s clients', () => {
  let cluster: Cluster;
  const connections: Connection[] = [];
  const ran: string[] = [];

  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    for (const connection of connections) connection.close();
    await cluster?.stop();
  });

  /** Four clients in one session, each with ten tools that read and forty that do not. */
  async function offerAll(conversation: Conversation): Promise<void> {
    const { account, project, sessionId } = conversation;
    for (const client of ['a', 'b', 'c', 'd']) {
      const connection = await Connection.open(account);
      connections.push(connection);
      await connection.request('session-open', { project, sessionId });
      const tools = Array.from({ length: OF_EACH }, (_, i) => {
        const name = i < 10 ? `client_${client}_look_${i}` : `client_${client}_act_${i}`;
        const labels = i < 10 ? ['read-only'] : [];
        return { name, labels, run: () => ran.push(name) && `${name} ran` };
      });
      await connection.register(sessionId, tools);
    }
  }
  const offered = (request?: SeenRequest): string[] =>
    (request?.tools ?? []).map((tool) => tool.function.name);

  it('are capped to what a model takes, readers first; what is found can be called', async () => {
    const conversation = await cluster.conversation();
    await offerAll(conversation);
    cluster.model.play(
      conversation.marker,
      call('find_tools', { query: 'client_d_act_49' }),
      call('client_d_act_49'),
      answer('It ran.'),
    );
    await conversation.send('Do the last thing.');
    await conversation.connection.says('It ran.');
    const [first, second, third] = cluster.model.requests(conversation.marker);

    const names = offered(first);
    expect(names).toHaveLength(128);
    expect(new Set(names).size).toBe(128);
    expect(names.filter((name) => name.includes('_look_'))).toHaveLength(40);
    expect(names).toEqual(expect.arrayContaining(['find_tools', 'describe_tool', 'doc_read']));
    expect(names).not.toContain('client_d_act_49');
    expect(JSON.stringify(first?.tools)).toMatch(/There are \d+ more than are shown here/);

    expect(offered(second)).toHaveLength(128);
    expect(offered(second)).toContain('client_d_act_49');
    expect(ran).toEqual(['client_d_act_49']);
    expect(JSON.stringify(third?.messages.at(-2))).toContain('client_d_act_49 ran');

    const warning = 'more tools than the model takes';
    await cluster.workers[0]!.logged(warning);
    expect(cluster.workers[0]!.log.split(warning)).toHaveLength(2);
  });

  it('that were not found run all the same when the model names them', async () => {
    const conversation = await cluster.conversation();
    await offerAll(conversation);
    cluster.model.play(conversation.marker, call('client_c_act_48'), answer('That ran too.'));
    await conversation.send('Do it by name.');
    await conversation.connection.says('That ran too.');
    expect(ran.at(-1)).toBe('client_c_act_48');
  });
});
