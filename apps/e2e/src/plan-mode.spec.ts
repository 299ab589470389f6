import { eventually } from '@vance/testing';
import {
  action,
  answer,
  ask,
  call,
  Cluster,
  foldOf,
  gate,
  known,
  PlanTalk,
  propose,
  storedEvents,
  update,
} from './harness';

const SWITCH = '/api/v1/projects/_tenant/settings/vance.engine.planMode.globalDefault';
const done = (id: string) => ({ id, status: 'COMPLETED' });
const begun = (id: string) => ({ id, status: 'IN_PROGRESS' });

describe('plan mode over the wire', () => {
  let cluster: Cluster;
  let talk: PlanTalk;

  beforeAll(async () => {
    cluster = await Cluster.start();
  });
  afterAll(async () => {
    await cluster?.stop();
  });
  beforeEach(async () => {
    talk = await PlanTalk.open(cluster);
  });
  // Whatever was played: who heard every event knows the process as it is, once it rests.
  afterEach(async () => {
    const { conversation } = talk;
    await eventually(async () => {
      const snapshot = known(await conversation.snapshot());
      const heard = foldOf(await storedEvents(conversation), conversation.processId);
      expect(heard.status).not.toBe('RUNNING');
      expect(heard).toEqual(snapshot);
    });
  });

  const toExecuting = async (...steps: Parameters<PlanTalk['say']>[1][]): Promise<void> => {
    await talk.toPlanning();
    await talk.say('Go ahead.', action('START_EXECUTION'), ...steps, ask('Shall I go on?'));
  };

  describe('a verdict', () => {
    it('on a version that was revised meanwhile starts nothing and names the one that counts', async () => {
      await talk.toPlanning();
      await talk.say('Not b, but d.', propose('a', 'd', 'c'));
      expect(talk.since('plan-proposed').map((event) => event.planVersion)).toEqual([2]);
      expect(talk.since('todos-updated')).toHaveLength(1);
      expect(await talk.refusal('approve', 1)).toBe('PLAN_VERSION_STALE');
      expect((await talk.conversation.snapshot()).mode).toBe('PLANNING');
      talk.script(ask('Shall I go on?'));
      expect(await talk.decide('approve', 2)).toMatchObject({ planVersion: 2, source: 'button' });
      expect(await talk.rests()).toMatchObject({ mode: 'EXECUTING', plan: { version: 2 } });
    });

    it('wins over a proposal that the model was writing', async () => {
      await talk.toPlanning();
      const held = gate(propose('x', 'y', 'z'));
      talk.script(held.step, update(begun('a')), ask('Shall I go on?'), ask('Shall I go on?'));
      await talk.send('Change b.');
      await held.arrived;
      await talk.decide('approve', 1);
      held.open();
      await talk.conversation.connection.says('Shall I go on?');
      expect(await talk.versions()).toHaveLength(1);
      expect(await talk.conversation.snapshot()).toMatchObject({
        mode: 'EXECUTING',
        plan: { version: 1, phase: 'executing' },
        todos: [{ id: 'a', status: 'IN_PROGRESS' }, {}, {}],
      });
    });

    it('of the user wins over a start that the model read into earlier words', async () => {
      await talk.toPlanning();
      const held = gate(action('START_EXECUTION'));
      talk.script(held.step, answer('Stopped.'), answer('What else?'));
      await talk.send('Sounds good.');
      await held.arrived;
      await talk.decide('reject', 1);
      held.open();
      await talk.conversation.connection.says('Stopped.');
      expect(await talk.conversation.snapshot()).toMatchObject({
        mode: 'PLANNING',
        plan: { phase: 'drafting', decision: { verdict: 'reject' } },
      });
      expect(await talk.refusal('approve', 1)).toBe('PLAN_ALREADY_DECIDED');
    });

    it('"edit" takes the comment to the model, and its new version stands undecided', async () => {
      await talk.toPlanning();
      talk.script(propose('x', 'y', 'z'));
      await talk.decide('edit', 1, 'x, y and z; yes, start right away');
      const { plan, mode } = await talk.rests();
      expect([mode, plan?.version, plan?.decision]).toEqual(['PLANNING', 2, undefined]);
      expect((await talk.versions())[0]?.decisions).toMatchObject([{ verdict: 'edit' }]);
    });

    it('before any proposal finds nothing ready', async () => {
      expect(await talk.refusal('approve', 1)).toBe('PLAN_NOT_READY');
      await talk.say('Plan it.', action('START_PLAN'), answer('What exactly?'));
      expect(await talk.refusal('approve', 1)).toBe('PLAN_NOT_READY');
    });
  });

  describe('words', () => {
    it.each(['No.', ' NEIN!! ', 'stop', 'Non merci', '不要', 'やめて', '👎'])(
      '%j that a model takes for a yes start nothing',
      async (refusal) => {
        await talk.toPlanning();
        const steps = [action('START_EXECUTION'), update(begun('a')), answer('Understood.')];
        const { mode, plan } = await talk.say(refusal, ...steps);
        expect([mode, plan?.phase, plan?.decision]).toEqual(['PLANNING', 'ready', undefined]);
        expect(talk.told()).toContain('APPROVAL_REQUIRED');
      },
    );

    it('approve no version that their writer has not seen', async () => {
      await talk.toPlanning();
      await talk.say('Other steps.', propose('x', 'y', 'z'));
      const old = { seenPlanVersion: 1 };
      const refused = await talk.sayWith('ok', old, action('START_EXECUTION'), answer('Look.'));
      expect(refused.mode).toBe('PLANNING');
      const seen = { seenPlanVersion: 2 };
      const started = await talk.sayWith('ok', seen, action('START_EXECUTION'), ask('On?'));
      expect(started).toMatchObject({ mode: 'EXECUTING', plan: { version: 2 } });
    });

    it('of which one is a bare refusal start nothing, whatever the others say', async () => {
      await talk.toPlanning();
      await talk.command('pause');
      await talk.send('Go ahead.');
      await talk.send('No!');
      talk.script(action('START_EXECUTION'), answer('Which one?'));
      await talk.command('resume');
      await talk.conversation.connection.says('Which one?');
      expect((await talk.conversation.snapshot()).mode).toBe('PLANNING');
    });

    it('never approve where the recipe asks for an explicit approval', async () => {
      talk = await PlanTalk.open(cluster, 'high-risk');
      await talk.toPlanning();
      const { mode } = await talk.say('Yes, go!', action('START_EXECUTION'), answer('Press it.'));
      expect(mode).toBe('PLANNING');
      const { account, processId } = talk.conversation;
      const body = { planVersion: 1, verdict: 'approve', decisionId: 'd-1' };
      talk.script(ask('Shall I go on?'));
      const path = `/api/v1/processes/${processId}/plan/decision`;
      expect(await account.post(path, body)).toMatchObject({ decision: { source: 'rest' } });
      await talk.conversation.connection.says('Shall I go on?');
      expect((await talk.conversation.snapshot()).mode).toBe('EXECUTING');
    });
  });

  describe('a pause', () => {
    it('keeps words and verdicts, and takes them after resume', async () => {
      await talk.toPlanning();
      expect(await talk.command('pause')).toMatchObject({ status: 'PAUSED' });
      expect(await talk.command('resume')).toMatchObject({
        status: 'BLOCKED',
        waitingFor: 'user',
      });
      await talk.command('pause');
      const asked = talk.requests.length;
      talk.script(update(begun('a')), ask('Shall I go on?'));
      await talk.decide('approve', 1, 'Carefully.');
      expect(await talk.conversation.snapshot()).toMatchObject({
        mode: 'EXECUTING',
        status: 'PAUSED',
      });
      expect(talk.requests).toHaveLength(asked);
      await talk.command('resume');
      await talk.conversation.connection.says('Shall I go on?');
      expect(talk.requests).toHaveLength(asked + 2);
    });

    it('in the middle of a turn loses nothing of it', async () => {
      await toExecuting();
      const held = gate(update(done('a')));
      talk.script(held.step, update(done('a')), ask('And now?'));
      await talk.send('Go on.');
      await held.arrived;
      expect(await talk.command('pause')).toMatchObject({ status: 'PAUSED' });
      held.open();
      await talk.command('resume');
      await talk.conversation.connection.says('And now?');
      const { todos } = await talk.conversation.snapshot();
      expect(todos[0]).toMatchObject({ id: 'a', status: 'COMPLETED' });
    });
  });

  describe('leaving a plan', () => {
    it('START_PLAN sets a ready plan aside, empties the list and begins a new draft', async () => {
      await talk.toPlanning();
      const steps = [action('START_PLAN', { goal: 'Other' }), answer('What exactly?')];
      expect(await talk.say('Start again.', ...steps)).toMatchObject({
        mode: 'EXPLORING',
        status: 'BLOCKED',
        todos: [],
        plan: { version: 1, phase: 'drafting', goal: 'Other' },
      });
      expect(talk.since('todos-updated').map((event) => event.todos)).toEqual([[]]);
      expect(await talk.versions()).toMatchObject([{ archived: 'superseded' }]);
      expect((await talk.tags()).filter((tag) => tag === 'MODE:plan')).toHaveLength(2);
      expect(await talk.refusal('approve', 1)).toBe('PLAN_VERSION_STALE');
    });

    it('an answer that abandons it returns to NORMAL at once', async () => {
      await talk.toPlanning();
      const dropped = action('ANSWER', { message: 'Dropped.', abandonPlan: true });
      expect(await talk.say('No plan, please.', dropped)).toMatchObject({
        ...{ mode: 'NORMAL', status: 'IDLE', todos: [], plan: null },
      });
      expect(await talk.versions()).toMatchObject([{ archived: 'abandoned' }]);
    });

    it('a plan that is done is archived as completed by the next START_PLAN', async () => {
      await toExecuting(update(done('a'), done('b'), done('c')));
      await talk.say('And more.', action('START_PLAN'), answer('What exactly?'));
      expect(talk.since('process-mode-changed').map((event) => event.newMode)).toEqual([
        'NORMAL',
        'EXPLORING',
      ]);
      expect(await talk.versions()).toMatchObject([{ archived: 'completed' }]);
    });
  });

  describe('the switch of the user', () => {
    it('to plan and back finds the execution where it was', async () => {
      await toExecuting(update(begun('a')));
      expect(await talk.agentMode('plan')).toMatchObject({
        mode: 'EXPLORING',
        plan: { phase: 'executing' },
      });
      expect(await talk.agentMode('build')).toMatchObject({
        mode: 'EXECUTING',
        todos: [{ status: 'IN_PROGRESS' }, {}, {}],
      });
    });

    it('makes the next proposal a new plan; the one under way is set aside', async () => {
      await toExecuting();
      await talk.agentMode('plan');
      const proposed = await talk.say('Look again.', propose('p', 'q', 'r'));
      expect(proposed).toMatchObject({ mode: 'PLANNING', plan: { version: 2, phase: 'ready' } });
      expect(await talk.versions()).toMatchObject([{ archived: 'superseded' }, {}]);
      // Back to build approves nothing.
      expect(await talk.agentMode('build')).toMatchObject({ mode: 'PLANNING' });
    });
  });

  it('a new plan without an item that was under way shows its removal, and the old version stays', async () => {
    await toExecuting(update(begun('a')));
    await talk.agentMode('plan');
    await talk.say('Look again.', propose('b', 'c', 'd'));
    const [first, second] = await talk.versions();
    expect([first, second].map((version) => version?.todos.map(({ id }) => id))).toEqual([
      ['a', 'b', 'c'],
      ['b', 'c', 'd'],
    ]);
    const { account, processId } = talk.conversation;
    const { todos } = await account.get<{ todos: Record<'added' | 'removed', { id: string }[]> }>(
      `/api/v1/processes/${processId}/plans/2/diff?against=1`,
    );
    expect([todos.removed, todos.added].map((items) => items.map(({ id }) => id))).toEqual([
      ['a'],
      ['d'],
    ]);
  });

  describe('tools', () => {
    it('that a plan hides are refused by name, with what is allowed, and never run', async () => {
      const log: unknown[] = [];
      const { connection, sessionId } = talk.conversation;
      await connection.register(sessionId, [
        { name: 'client_change', labels: [], run: (params) => log.push(params) },
      ]);
      await talk.toPlanning();
      await talk.say('Do it.', call('data_set', { key: 'k', value: 'v' }), answer('One.'));
      expect(talk.told()).toMatch(/TOOL_NOT_ALLOWED_IN_MODE.*doc_read/);
      expect(talk.told()).not.toContain('doc_create');
      await talk.say('Do it.', call('client_change'), answer('Two.'));
      expect(talk.told()).toContain('TOOL_NOT_ALLOWED_IN_MODE');
      expect(log).toEqual([]);
    });

    it('with an effect wait for a plan where the recipe requires one, and again after it', async () => {
      const { account } = talk.conversation;
      const recipe = { name: 'strict', title: 'Strict', description: 'Plans first.' };
      const yaml = JSON.stringify({
        ...recipe,
        engine: 'arthur',
        params: { planMode: 'required' },
      });
      await account.put('/api/v1/projects/e2e/recipes/strict', yaml, 'application/yaml');
      talk = await PlanTalk.open(cluster, 'strict');
      const set = call('data_set', { key: 'k', value: 'v' });
      await talk.say('Set it.', set, answer('Not yet.'));
      expect(talk.told()).toContain('TOOL_NOT_ALLOWED_IN_MODE');
      await talk.say('Plan it.', action('START_PLAN'), propose('a', 'b', 'c'));
      await talk.say('Go.', action('START_EXECUTION'), set, ask('On?'));
      expect(talk.told()).not.toContain('TOOL_NOT_ALLOWED_IN_MODE');
      await talk.say('On.', update(done('a'), done('b'), done('c')), ask('Done.'));
      await talk.say('Set it again.', set, answer('Not without a plan.'));
      expect(talk.told()).toContain('TOOL_NOT_ALLOWED_IN_MODE');
      expect(talk.offered()).not.toContain('data_set');
    });
  });

  it('the switch of the tenant lets an execution finish and refuses new plans', async () => {
    await toExecuting();
    await talk.conversation.account.put(SWITCH, JSON.stringify({ value: 'disabled' }));
    try {
      await expect(talk.agentMode('plan')).rejects.toMatchObject({ code: 'PLAN_MODE_DISABLED' });
      const steps = [action('START_PLAN'), update(begun('a')), ask('Shall I go on?')];
      expect(await talk.say('Go on.', ...steps)).toMatchObject({
        mode: 'EXECUTING',
        todos: [{ status: 'IN_PROGRESS' }, {}, {}],
      });
    } finally {
      await talk.conversation.account.put(SWITCH, JSON.stringify({ value: 'auto' }));
    }
    expect(await talk.agentMode('plan')).toMatchObject({ mode: 'EXPLORING' });
  });

  it('ids are any text: emoji, dots, dollars, names of prototypes', async () => {
    const ids = ['🙂'.repeat(32), 'a.b', '$set', '__proto__', 'constructor', ' ', '$a.$[]', '0'];
    await talk.toPlanning(...ids);
    const steps = ids.map((id) => update(done(id)));
    await talk.say('Go.', action('START_EXECUTION'), ...steps, answer('All done.'));
    const { plan, todos } = await talk.conversation.snapshot();
    expect(plan?.phase).toBe('completed');
    expect(todos.map(({ id }) => id)).toEqual(ids);
    expect(await talk.tags()).toEqual(
      expect.arrayContaining(ids.map((id) => `PLAN_STEP_DONE:${id}`)),
    );
  });

  it('an answer to a question reaches the model once, and no gate asks for it again', async () => {
    expect(await talk.say('Paint it.', ask('Which one?'))).toMatchObject({ status: 'BLOCKED' });
    const heard = () =>
      (talk.requests.at(-1)?.messages ?? []).filter((message) =>
        JSON.stringify(message).includes('The blue one.'),
      );
    expect(await talk.say('The blue one.', answer('Blue.'))).toMatchObject({ status: 'IDLE' });
    expect([talk.requests.length, heard().length]).toEqual([2, 1]);
    await talk.say('Thank you.', answer('You are welcome.'));
    expect([talk.requests.length, heard().length]).toEqual([3, 1]);
    const said = talk.conversation.connection.events.flatMap((event) =>
      event.type === 'chat-message-appended' ? [event.message.content] : [],
    );
    expect(said.filter((text) => text === 'Which one?')).toHaveLength(1);
  });

  it('the same Idempotency-Key twice is one run', async () => {
    const { account, processId, marker } = talk.conversation;
    talk.script(answer('Once.'), answer('Twice.'));
    const body = JSON.stringify({ clientMessageId: 'c-1', content: `${marker} Hello.` });
    const post = (text: string) =>
      fetch(`${account.url}/api/v1/processes/${processId}/messages`, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${account.token}`,
          'content-type': 'application/json',
          'idempotency-key': 'k-1',
        },
        body: text,
      });
    const [one, two] = await Promise.all([post(body), post(body)]);
    expect(await one.json()).toEqual(await two.json());
    expect((await post(body.replace('Hello', 'Bye'))).status).toBe(422);
    await talk.conversation.connection.says('Once.');
    await talk.rests();
    expect(talk.requests).toHaveLength(1);
  });
});
