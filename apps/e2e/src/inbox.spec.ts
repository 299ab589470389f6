import { randomUUID } from 'node:crypto';
import type { InboxItem } from '@vance/protocol';
import { eventually } from '@vance/testing';
import {
  Account,
  action,
  answer,
  Cluster,
  Connection,
  PlanTalk,
  propose,
  update,
  WireRefusal,
} from './harness';

const RECIPE = (name: string, params: string) =>
  `name: ${name}\ntitle: T\ndescription: d\nengine: arthur\nparams: { planOutputViaInbox: true${params} }\n`;
const DONE = update(...['a', 'b', 'c'].map((id) => ({ id, status: 'COMPLETED' })));
const told = (attempt: Promise<unknown>): Promise<string> =>
  attempt.then(
    () => 'ok',
    (error: unknown) => (error instanceof WireRefusal ? error.code : String(error)),
  );

describe('plans that are decided in an inbox', () => {
  let cluster: Cluster;
  let boss: Account;
  let socket: Connection;

  beforeAll(async () => {
    cluster = await Cluster.start({ brains: 2, workers: 2 });
    const admin = await cluster.account();
    boss = await cluster.member('boss', 1);
    socket = await Connection.open(boss);
    await admin.put(
      '/api/v1/projects/e2e/recipes/asks-boss',
      RECIPE('asks-boss', ', planApprover: boss'),
      'application/yaml',
    );
    await admin.put(
      '/api/v1/projects/e2e/recipes/asks-me',
      RECIPE('asks-me', ', planApprover: nobody'),
      'application/yaml',
    );
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  const itemsOf = async (account: Account, status = 'PENDING'): Promise<InboxItem[]> =>
    (await account.get<{ items: InboxItem[] }>(`/api/v1/inbox?status=${status}`)).items;
  const itemOf = (talk: PlanTalk): InboxItem => talk.since('inbox-item-added').at(-1)!.item;
  const answers = (itemId: string, value: object, by = boss): Promise<InboxItem> =>
    by.post<InboxItem>(`/api/v1/inbox/${itemId}/answer`, { outcome: 'DECIDED', value });
  async function proposed(recipe = 'asks-boss'): Promise<PlanTalk> {
    const talk = await PlanTalk.open(cluster, recipe);
    await talk.toPlanning();
    return talk;
  }
  const closes = async (talk: PlanTalk): Promise<string> => {
    await talk.hears('inbox-item-updated');
    return talk.since('inbox-item-updated').at(-1)!.item.status;
  };

  it('show there and not in the chat, to the recipe’s approver alone', async () => {
    const talk = await proposed();
    expect(await talk.conversation.snapshot()).toMatchObject({
      mode: 'PLANNING',
      status: 'BLOCKED',
    });
    const said = talk
      .since('chat-message-appended')
      .filter(({ message }) => message.role === 'ASSISTANT');
    expect(said).toEqual([]);
    const item = itemOf(talk);
    expect(item).toMatchObject({
      ...{ type: 'APPROVAL', status: 'PENDING', tags: ['PLAN_APPROVAL'] },
      payload: {
        planVersion: 1,
        planHash: expect.stringMatching(/^[0-9a-f]{64}$/),
        summary: expect.any(String),
        plan: expect.stringContaining('#'),
      },
    });
    expect(await itemsOf(boss)).toContainEqual(item);
    const { items } = await socket.request('inbox-list', { status: 'PENDING' });
    expect(items).toContainEqual(item);
    expect(await itemsOf(await cluster.account())).not.toContainEqual(item);
    const stranger = (await cluster.account()).get(`/api/v1/inbox/${item.itemId}`);
    expect(await told(stranger)).toBe('404');
    // What the model proposed is still before it when the user speaks.
    await talk.say('What is in it?', answer('Three steps.'));
    expect(JSON.stringify(talk.requests.at(-1))).toContain(
      JSON.stringify(item.payload['plan']).slice(1, -1),
    );
  });

  it('start when the approver says so, once, and go on by themselves', async () => {
    const talk = await proposed();
    const { itemId } = itemOf(talk);
    talk.script(DONE, answer('All done.'));
    const item = await socket.request('inbox-answer', {
      ...{ itemId, outcome: 'DECIDED', value: { approved: true, comment: 'Good.' } },
    });
    expect(item).toMatchObject({
      item: {
        status: 'ANSWERED',
        answer: { outcome: 'DECIDED', value: { approved: true, comment: 'Good.' } },
      },
    });
    await talk.conversation.connection.says('All done.');
    expect(await closes(talk)).toBe('ANSWERED');
    const [version] = await talk.versions();
    expect(version?.decisions).toMatchObject([
      { verdict: 'approve', source: 'inbox', comment: 'Good.' },
    ]);
    expect(await told(answers(itemId, { approved: true }))).toBe('409');
    const late = socket.request('inbox-answer', {
      itemId,
      outcome: 'DECIDED',
      value: { approved: false },
    });
    expect(await told(late)).toBe('INBOX_ITEM_CLOSED');
  });

  it('go back to the model with the approver’s words, and come again as another item', async () => {
    const talk = await proposed();
    const first = itemOf(talk);
    talk.script(propose('x', 'y', 'z'));
    await answers(first.itemId, { approved: false, comment: 'Smaller steps, please.' });
    await talk.conversation.connection.event(
      (event) =>
        event.type === 'inbox-item-added' &&
        event.item.itemId !== first.itemId &&
        event.item.processId === first.processId,
    );
    expect(JSON.stringify(talk.requests.at(-1)?.messages)).toContain('Smaller steps, please.');
    const open = (await itemsOf(boss)).filter(({ processId }) => processId === first.processId);
    expect(open).toMatchObject([{ payload: { planVersion: 2 } }]);
  });

  it.each([
    ['another verdict', (talk: PlanTalk) => talk.decide('reject', 1)],
    [
      'the user’s own words',
      (talk: PlanTalk) => talk.say('Yes, go.', action('START_EXECUTION'), DONE, answer('Done.')),
    ],
    ['a new version', (talk: PlanTalk) => talk.say('Shorter.', propose('x', 'y', 'z'))],
    [
      'exploring anew',
      (talk: PlanTalk) => talk.say('Look again.', action('START_PLAN'), answer('Hm.')),
    ],
    [
      'giving it up',
      (talk: PlanTalk) =>
        talk.say('Never mind.', action('ANSWER', { message: 'Fine.', abandonPlan: true })),
    ],
    [
      'the end of the process',
      (talk: PlanTalk) =>
        talk.conversation.connection.request('process-close', {
          processId: talk.conversation.processId,
        }),
    ],
  ])('are dismissed by %s', async (_, ends) => {
    const talk = await proposed();
    const { itemId } = itemOf(talk);
    talk.script();
    await ends(talk);
    await talk.conversation.connection.event(
      (event) => event.type === 'inbox-item-updated' && event.item.itemId === itemId,
    );
    expect(await boss.get<InboxItem>(`/api/v1/inbox/${itemId}`)).toMatchObject({
      status: 'DISMISSED',
    });
    expect(await told(answers(itemId, { approved: true }))).toBe('409');
  });

  it('are decided by the first of many answers, over both brains', async () => {
    const talk = await proposed();
    const { itemId } = itemOf(talk);
    talk.script(DONE, answer('Done.'));
    const there = new Account(cluster.url(0), boss.token);
    const all = await Promise.all(
      Array.from({ length: 20 }, (_, nth) =>
        told(
          answers(
            itemId,
            { approved: nth % 2 === 0, comment: `${nth}` },
            nth % 4 < 2 ? boss : there,
          ),
        ),
      ),
    );
    expect(all.filter((one) => one === 'ok')).toHaveLength(1);
    const [version] = await talk.versions();
    expect(version?.decisions).toHaveLength(1);
    expect(await boss.get<InboxItem>(`/api/v1/inbox/${itemId}`)).toMatchObject({
      ...{ status: 'ANSWERED', answer: { value: { comment: version!.decisions[0]!.comment } } },
    });
  });

  it('ask the session’s user where the approver is nobody of the project, and take no answer that is no verdict', async () => {
    const talk = await proposed('asks-me');
    const me = await cluster.account();
    const { itemId } = itemOf(talk);
    expect((await itemsOf(me)).map((item) => item.itemId)).toContain(itemId);
    for (const body of [
      { outcome: 'DECIDED' },
      { outcome: 'DECIDED', value: 'yes' },
      { outcome: 'DECIDED', value: { approved: 'yes' } },
      { outcome: 'UNDECIDABLE', reason: 'Ask somebody else.' },
    ])
      expect(await told(me.post(`/api/v1/inbox/${itemId}/answer`, body))).toBe('422');
    expect((await itemsOf(me)).map((item) => item.itemId)).toContain(itemId);
  });

  it('are there after the worker that proposed them was killed before it could tell', async () => {
    const talk = await PlanTalk.open(cluster, 'asks-boss');
    await talk.say('Plan it.', action('START_PLAN'), answer('I look.'));
    for (const worker of cluster.workers)
      await worker.arm('P8', 'kill', { key: talk.conversation.processId });
    talk.script(propose('a', 'b', 'c'));
    await talk.send('And?');
    await Promise.race(cluster.workers.map((worker) => worker.gone()));
    const gone = cluster.workers.findIndex(({ alive }) => !alive);
    await cluster.startWorker(gone);
    await talk.conversation.connection.event(
      (event) =>
        event.type === 'inbox-item-added' && event.processId === talk.conversation.processId,
    );
    const mine = (await itemsOf(boss)).filter(
      ({ processId }) => processId === talk.conversation.processId,
    );
    expect(mine).toHaveLength(1);
  });
});

describe('a document that got in broken', () => {
  let cluster: Cluster;
  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });

  it('stops no turn, and is told to the tenant’s administrators once', async () => {
    const admin = await cluster.account();
    const path = '/api/v1/projects/e2e/documents/recipes/arthur.yaml';
    await admin.put(
      path,
      'name: arthur\ntitle: T\ndescription: d\nengine: arthur\n',
      'application/yaml',
    );
    const rows = cluster.mongo.db(cluster.database).collection('documents');
    await rows.updateOne(
      { path: 'recipes/arthur.yaml' },
      { $set: { content: 'engine: [', version: 2, hash: randomUUID() } },
    );
    await cluster.mongo
      .db(cluster.database)
      .collection('tenant_config')
      .updateMany({}, { $inc: { revision: 1 } });
    for (const words of ['Hello.', 'Hello again.']) {
      const talk = await PlanTalk.open(cluster);
      await talk.say(words, answer('Here.'));
    }
    const pending = () => admin.get<{ items: InboxItem[] }>('/api/v1/inbox?status=PENDING');
    // It is told beside the turn that has met the document.
    await eventually(async () => expect((await pending()).items).not.toEqual([]));
    const { items } = await pending();
    expect(items).toMatchObject([
      {
        ...{ type: 'OUTPUT_TEXT', tags: ['CONFIGURATION_BROKEN'], project: 'e2e' },
        payload: { path: 'recipes/arthur.yaml', layer: 'project', version: 2 },
      },
    ]);
    await admin.post(`/api/v1/inbox/${items[0]!.itemId}/answer`, { outcome: 'DECIDED' });
    expect((await pending()).items).toEqual([]);
  });
});
