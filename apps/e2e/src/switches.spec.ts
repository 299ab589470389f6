import { eventually } from '@vance/testing';
import {
  type Account,
  action,
  answer,
  ask,
  call,
  Cluster,
  Connection,
  gate,
  PlanTalk,
  propose,
  update,
} from './harness';

const SWITCH = '/api/v1/projects/_tenant/settings/vance.engine.planMode.globalDefault';
const done = (id: string) => ({ id, status: 'COMPLETED' });
const begun = (id: string) => ({ id, status: 'IN_PROGRESS' });
const set = call('data_set', { key: 'k', value: 'v' });
const look = call('doc_list', {});
const delegate = action('DELEGATE', { recipe: 'ford', task: 'Do it', name: 'helper' });
/** What DELEGATE is answered where the plan does not stand in its way. */
const DELEGATED = 'NO_WORKERS';

describe('the switches of plan mode', () => {
  let cluster: Cluster;
  /** The admin at the brain that the conversations are not on. */
  let admin: Account;
  let talk: PlanTalk;

  beforeAll(async () => {
    cluster = await Cluster.start({ brains: 2, workers: 2 });
    await cluster.account();
    admin = await cluster.account(1);
    for (const planMode of ['required', 'disabled']) {
      const recipe = { name: planMode, title: planMode, description: 'd', engine: 'arthur' };
      const yaml = JSON.stringify({ ...recipe, params: { planMode } });
      await admin.put(`/api/v1/projects/e2e/recipes/${planMode}`, yaml, 'application/yaml');
    }
  });
  afterAll(async () => {
    await cluster?.stop();
  });
  beforeEach(async () => {
    talk = await PlanTalk.open(cluster);
  });
  afterEach(() => turn('auto'));

  const turn = (value: 'auto' | 'disabled') => admin.put(SWITCH, JSON.stringify({ value }));
  const say = (...args: Parameters<PlanTalk['say']>) => talk.say(...args);
  /** Everything the model was told in its last request. */
  const heard = () => JSON.stringify(talk.requests.at(-1)?.messages);
  /** The record is written beside the turn, not before it. */
  const recorded = (kind: string, data: object) =>
    eventually(async () => {
      const path = `/api/v1/audit?action=${kind}&limit=200`;
      const { items } = await admin.get<{ items: object[] }>(path);
      expect(items).toContainEqual(
        expect.objectContaining({
          target: talk.conversation.processId,
          data: expect.objectContaining(data),
        }),
      );
    });

  describe('a recipe that requires plans', () => {
    beforeEach(async () => {
      talk = await PlanTalk.open(cluster, 'required');
    });

    it('talks and looks without one, and neither delegates nor changes anything', async () => {
      const { mode, status } = await say('Good day.', look, delegate, set, answer('Good day.'));
      expect([mode, status]).toEqual(['NORMAL', 'IDLE']);
      expect(heard()).toMatch(/ACTION_NOT_ALLOWED_IN_MODE: DELEGATE.*TOOL_NOT_ALLOWED_IN_MODE/s);
      expect(heard()).toContain('recipes/required.yaml');
      expect(heard()).not.toContain(DELEGATED);
      expect(talk.offered()).toEqual(expect.arrayContaining(['doc_list', 'doc_read']));
      expect(talk.offered()).not.toContain('data_set');
    });

    it('delegates and changes things once a plan is approved', async () => {
      await talk.toPlanning();
      await say('Go.', action('START_EXECUTION'), set, delegate, ask('Shall I go on?'));
      expect(heard()).toContain(DELEGATED);
      expect(heard()).not.toContain('NOT_ALLOWED_IN_MODE');
    });

    it('report 7: the tenant’s switch beats it, and NORMAL is within reach from everywhere', async () => {
      await say('Plan it.', action('START_PLAN'), answer('What exactly?'));
      await turn('disabled');
      const steps = [set, delegate, action('START_PLAN'), answer('Done without a plan.')];
      const { mode, plan } = await say('Just do it.', ...steps);
      expect([mode, plan]).toEqual(['NORMAL', null]);
      expect(heard()).toContain(DELEGATED);
      expect(heard()).toContain('PLAN_MODE_DISABLED: plans are switched off');
      expect(heard()).not.toContain('NOT_ALLOWED_IN_MODE');
      await turn('auto');
      await say('And again.', set, delegate, answer('Not without a plan.'));
      expect(talk.told()).toContain('ACTION_NOT_ALLOWED_IN_MODE: DELEGATE');
    });

    it('counts or not from the next action on, in the middle of a turn', async () => {
      const first = gate(set);
      talk.script(first.step, delegate, answer('Done.'));
      await talk.send('Just do it.');
      await first.arrived;
      await turn('disabled');
      first.open();
      await talk.rests();
      expect(heard()).toContain(DELEGATED);
      expect(heard()).not.toContain('NOT_ALLOWED_IN_MODE');

      const second = gate(delegate);
      talk.script(second.step, set, answer('Not without a plan.'));
      await talk.send('And again.');
      await second.arrived;
      await turn('auto');
      second.open();
      await talk.rests();
      expect(heard()).toMatch(/ACTION_NOT_ALLOWED_IN_MODE: DELEGATE.*TOOL_NOT_ALLOWED_IN_MODE/s);
    });
  });

  it('a recipe without plans refuses START_PLAN and works without one', async () => {
    talk = await PlanTalk.open(cluster, 'disabled');
    const { mode, plan } = await say('Plan it.', action('START_PLAN'), set, answer('Done.'));
    expect([mode, plan]).toEqual(['NORMAL', null]);
    expect(heard()).toContain('PLAN_MODE_DISABLED: plans are switched off');
    expect(heard()).not.toContain('NOT_ALLOWED_IN_MODE');
    expect(talk.since('process-mode-changed')).toEqual([]);
  });

  describe('the tenant’s switch', () => {
    it('ends EXPLORING with the next turn and keeps the draft as abandoned', async () => {
      await talk.toPlanning();
      talk.script(action('START_PLAN'), answer('What instead?'));
      await talk.decide('edit', 1, 'Look again.');
      expect(await talk.rests()).toMatchObject({ mode: 'EXPLORING', plan: { version: 1 } });
      await turn('disabled');
      expect(await talk.conversation.snapshot()).toMatchObject({ mode: 'EXPLORING' });
      expect(await say('No plan, then.', answer('Without one.'))).toMatchObject({
        ...{ mode: 'NORMAL', todos: [], plan: null },
      });
      expect(talk.since('process-mode-changed')).toMatchObject([
        { oldMode: 'EXPLORING', newMode: 'NORMAL' },
      ]);
      expect(await talk.versions()).toMatchObject([{ version: 1, archived: 'abandoned' }]);
      await recorded('mode-changed', { from: 'EXPLORING', to: 'NORMAL', by: 'switched-off' });
    });

    it('keeps the goal of a draft of which nothing was proposed', async () => {
      const ask = [action('START_PLAN', { goal: 'Tidy the archive' }), answer('Which shelf?')];
      expect(await say('Plan it.', ...ask)).toMatchObject({ mode: 'EXPLORING' });
      await turn('disabled');
      expect(await say('No plan, then.', answer('Without one.'))).toMatchObject({
        ...{ mode: 'NORMAL', plan: { phase: 'drafting', goal: 'Tidy the archive' } },
      });
      await turn('auto');
      const again = [action('START_PLAN'), propose('a', 'b', 'c')];
      expect(await say('With one, after all.', ...again)).toMatchObject({
        ...{ mode: 'PLANNING', plan: { version: 1, goal: 'Tidy the archive' } },
      });
    });

    it('lets a plan that was seen be approved, worked through and left', async () => {
      await talk.toPlanning();
      await turn('disabled');
      const steps = [update(done('a'), done('b'), done('c')), answer('All done.')];
      const finished = await say('Go.', action('START_EXECUTION'), ...steps);
      expect(finished).toMatchObject({ mode: 'EXECUTING', plan: { phase: 'completed' } });
      expect(await say('Thanks.', answer('Welcome.'))).toMatchObject({
        ...{ mode: 'NORMAL', plan: { version: 1, phase: 'completed' } },
      });
    });

    it('lets a plan that was seen be revised', async () => {
      await talk.toPlanning();
      await turn('disabled');
      const revised = await say('Not b, but d.', propose('a', 'd', 'c'));
      expect(revised).toMatchObject({ mode: 'PLANNING', plan: { version: 2, phase: 'ready' } });
    });

    it('refuses the user’s own switch, and turns it back with the next turn', async () => {
      await talk.agentMode('plan');
      await turn('disabled');
      expect(await talk.conversation.snapshot()).toMatchObject({ agentMode: 'plan' });
      await expect((await PlanTalk.open(cluster)).agentMode('plan')).rejects.toMatchObject({
        code: 'PLAN_MODE_DISABLED',
      });
      expect(await say('Hello.', set, answer('Hello.'))).toMatchObject({
        ...{ mode: 'NORMAL', agentMode: 'build' },
      });
      expect(heard()).not.toContain('NOT_ALLOWED_IN_MODE');
      expect(talk.since('agent-mode-changed')).toMatchObject([
        { oldMode: 'plan', newMode: 'build' },
      ]);
      await recorded('agent-mode-changed', { from: 'plan', to: 'build', by: 'switched-off' });
    });

    it('turns the user’s switch back to an execution that was under way', async () => {
      await talk.toPlanning();
      await say('Go.', action('START_EXECUTION'), update(begun('a')), ask('Shall I go on?'));
      await talk.agentMode('plan');
      await turn('disabled');
      expect(await say('Go on.', update(done('a')), ask('Shall I go on?'))).toMatchObject({
        ...{ mode: 'EXECUTING', agentMode: 'build', plan: { version: 1, phase: 'executing' } },
        todos: [{ status: 'COMPLETED' }, {}, {}],
      });
      expect(await talk.versions()).toMatchObject([{ version: 1 }]);
    });

    it('counts for a START_PLAN in the middle of a turn, off and on again', async () => {
      const first = gate(action('START_PLAN'));
      const second = gate(action('START_PLAN'));
      talk.script(first.step, second.step, propose('a', 'b', 'c'));
      await talk.send('Plan it.');
      await first.arrived;
      await turn('disabled');
      first.open();
      await second.arrived;
      expect(heard()).toContain('PLAN_MODE_DISABLED');
      await turn('auto');
      second.open();
      expect(await talk.rests()).toMatchObject({ mode: 'PLANNING', plan: { version: 1 } });
    });

    it('is told to the tenant’s clients at every brain, once per change, and to nobody else', async () => {
      const own = [talk.conversation.connection, await Connection.open(admin)];
      const stranger = await Connection.open(await cluster.anotherTenant(1));
      const available = async () => {
        const { sessionId } = talk.conversation;
        const opened = await own[1]!.request('session-open', { project: 'e2e', sessionId });
        return opened.planModeAvailable;
      };
      const told = own.map(({ availability }) => availability.length);
      const since = (times: number) =>
        Promise.all(
          own.map(async (one, at) => (await one.switched(told[at]! + times)).slice(told[at])),
        );
      expect(await available()).toBe(true);
      await turn('disabled');
      expect(await since(1)).toEqual([[false], [false]]);
      expect(await available()).toBe(false);
      await turn('disabled');
      await admin.remove(SWITCH);
      expect(await since(2)).toEqual([
        [false, true],
        [false, true],
      ]);
      expect(await available()).toBe(true);
      expect(stranger.availability).toEqual([]);
      stranger.close();
      own[1]!.close();
    });

    it('set back restores everything, and each change is on the record', async () => {
      await turn('disabled');
      await say('Plan it.', action('START_PLAN'), answer('Not now.'));
      await turn('auto');
      expect(await talk.agentMode('plan')).toMatchObject({ mode: 'EXPLORING' });
      expect(await talk.agentMode('build')).toMatchObject({ mode: 'NORMAL' });
      await talk.toPlanning();
      expect(await talk.conversation.snapshot()).toMatchObject({ mode: 'PLANNING' });
      const path = '/api/v1/audit?action=setting-changed&limit=2';
      const { items } = await admin.get<{ items: { target: string; data: object }[] }>(path);
      expect(items.map(({ data }) => data)).toEqual([
        { before: '"disabled"', after: '"auto"' },
        { before: '"auto"', after: '"disabled"' },
      ]);
    });
  });
});
