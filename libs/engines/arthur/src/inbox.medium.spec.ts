import { InboxRepository } from '@vance/data';
import { plainRecipe } from '@vance/engine-core/testing';
import { act } from '@vance/llm/testing';
import { MessageHistory } from '@vance/think-process';
import { testDatabaseUri } from '@vance/testing';
import { ArthurWorld, SHOWN, answer, items } from './testing/arthur-world';

const proposal = act('PROPOSE_PLAN', {
  plan: SHOWN,
  summary: 'A plan',
  todos: items('a', 'b', 'c'),
});

describe('Arthur and plans that stand in an inbox', () => {
  let arthur: ArthurWorld;
  beforeAll(async () => {
    arthur = await ArthurWorld.open(testDatabaseUri('arthur-inbox'));
  });
  afterAll(async () => {
    await arthur.close();
  });
  beforeEach(async () => {
    await arthur.begin();
    arthur.world.sources.users = { boss: 'usr_boss' };
  });
  afterEach(() => {
    expect(arthur.end()).toBe(0);
  });

  const propose = async (planApprover?: string) => {
    const approver = planApprover === undefined ? {} : { planApprover };
    arthur.world.sources.current = plainRecipe({ planOutputViaInbox: true, ...approver });
    arthur.model.play(act('START_PLAN'), proposal);
    await arthur.chat.send('Plan it.');
    const [event] = arthur.chat.of('inbox-item-added');
    return event!.item;
  };

  it('shows nothing of them while they are written, and nothing in the chat', async () => {
    const { payload } = await propose();
    expect(payload['plan']).toBe(SHOWN);
    expect(arthur.chat.passing.filter(({ type }) => type === 'chat-message-chunk')).toEqual([]);
    expect(arthur.chat.said()).toEqual([]);
    const history = arthur.world.app.get(MessageHistory);
    const page = { view: 'active', limit: 50 } as const;
    const shown = await history.page(arthur.world.scope, await arthur.chat.process(), page);
    expect(shown.items.map(({ content }) => content)).toEqual(['Plan it.']);
    expect(await arthur.chat.history()).toContainEqual({
      ...{ role: 'ASSISTANT', content: SHOWN, tags: [] },
    });
  });

  it('keeps them before the model, which has to mend what nobody sees in the chat', async () => {
    await propose();
    arthur.model.play(answer('As you wish.'));
    await arthur.chat.send('What was it?');
    expect(JSON.stringify(arthur.requests.at(-1)?.messages)).toContain(SHOWN);
  });

  it('asks the approver, or the session’s user, with a warning, where there is none of that name', async () => {
    expect((await propose('boss')).assignedTo).toBe('usr_boss');
    await arthur.begin();
    expect((await propose('nobody')).assignedTo).toBe('usr_owner');
    expect(arthur.world.log.lines.join()).toContain('the approver is no user of the project');
  });

  it('tells of them once, also when their entry is projected again', async () => {
    const { itemId } = await propose();
    const inbox = arthur.world.app.get(InboxRepository);
    const stored = await inbox.find(arthur.world.scope, itemId);
    const { scope } = arthur.world;
    const { _id, tenantId: _, createdAt, ...item } = stored!;
    await inbox.close(scope, { kind: 'closed', itemId, status: 'DISMISSED' });
    const again = { ...item, itemId: _id, createdAt: createdAt.toISOString() };
    await inbox.project(scope, [{ kind: 'added', item: again }]);
    expect(await inbox.find(scope, itemId)).toMatchObject({ status: 'DISMISSED' });
  });
});
