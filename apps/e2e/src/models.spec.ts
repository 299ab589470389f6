import {
  callsBadly,
  gemini,
  overflows,
  refuses,
  responses,
  saysNothing,
  ScriptedModelServer,
  calls,
  type ModelStep,
} from '@vance/testing';
import { Cluster, type Account, type Conversation } from './harness';

const ACTION = 'arthur_action';
const argsOf = (type: string, more: object = {}) =>
  JSON.stringify({ type, reason: 'scripted', ...more });
/** An action, in no protocol's words. */
const act = (type: string, more: object = {}): ModelStep =>
  calls({ name: ACTION, arguments: argsOf(type, more) });
const says = (message: string): ModelStep => act('ANSWER', { message });

const todos = ['a', 'b', 'c'].map((id) => ({ id, content: `Do ${id}` }));
const plan = { plan: '# Plan\n\nThe scripted plan.', summary: 'A scripted plan', todos };

/** What the tests change of the bundled models: a project's layer lies over the tenant's. */
const TENANT = `
models:
  openai:chatty: { api: chat, actionLoopCorrections: 4 }
  openai:thinker: { api: responses, capabilities: [streaming, tools, reasoning], actionLoopCorrections: 4 }
  gemini:gemini-3-scripted: { actionLoopCorrections: 4 }
aliases:
  team:smart: openai:thinker, team:spare
  team:spare: openai:chatty
`;
const PROJECT = `
models:
  openai:thinker: { actionLoopCorrections: 1 }
aliases:
  team:spare: gemini:gemini-3-scripted
`;

describe('models in three protocols', () => {
  let model: ScriptedModelServer;
  let cluster: Cluster;
  let admin: Account;
  beforeAll(async () => {
    model = await ScriptedModelServer.start();
    const env = {
      OPENAI_BASE_URL: model.openAiUrl,
      GEMINI_API_KEY: 'scripted',
      GEMINI_BASE_URL: model.geminiUrl,
    };
    cluster = await Cluster.start({ env });
    admin = await cluster.account();
    const yaml = 'application/yaml';
    await admin.put('/api/v1/projects/_tenant/documents/ai-models.yaml', TENANT, yaml);
    await admin.put('/api/v1/projects/e2e/documents/ai-models.yaml', PROJECT, yaml);
  });
  afterAll(async () => {
    await cluster?.stop();
    await model?.close();
  });

  let before = 0;
  beforeEach(() => {
    before = model.requests.length;
  });
  const requests = () => model.requests.slice(before);
  const bodyOf = (n: number): Record<string, never> => JSON.parse(requests()[n]!.raw);

  /** A conversation with a recipe that names the model. */
  async function talkTo(spec: string): Promise<Conversation> {
    const name = `with-${spec.replace(/\W+/g, '-')}`;
    const recipe = `name: ${name}\ntitle: T\ndescription: d\nengine: arthur\nparams: { model: "${spec}" }\n`;
    await admin.put(`/api/v1/projects/e2e/recipes/${name}`, recipe, 'application/yaml');
    return cluster.conversation(name);
  }
  /** Sends words, and waits until the product rests after them. */
  async function say(conversation: Conversation, words: string) {
    const { seq } = await conversation.send(words);
    await conversation.connection.event(
      (event) => event.seq > seq && event.type === 'process-progress' && event.status !== 'RUNNING',
    );
    return conversation.snapshot();
  }
  const saidBy = ({ connection }: Conversation) =>
    connection.events.flatMap((event) =>
      event.type === 'chat-message-appended' && event.message.role === 'ASSISTANT'
        ? [event.message.content]
        : [],
    );

  describe.each(['openai:chatty', 'openai:thinker', 'gemini:gemini-3-scripted'])('%s', (spec) => {
    it('is too small for the conversation: people read so, and what they write next is answered', async () => {
      const conversation = await talkTo(spec);
      model.play(overflows, refuses(413), says('Here I am.'));
      const first = await say(conversation, 'Read all of this.');
      expect(first).toMatchObject({ status: 'BLOCKED', waitingFor: 'user' });
      await say(conversation, 'And this?');
      await say(conversation, 'Hello?');
      const tooLong = expect.stringMatching(/too long .* start a new one/);
      expect(saidBy(conversation)).toEqual([tooLong, tooLong, 'Here I am.']);
      expect(requests()).toHaveLength(3);
    });

    it('overflows in the middle of a plan: the plan stands, and goes on with the next word', async () => {
      const conversation = await talkTo(spec);
      model.play(act('START_PLAN'), act('PROPOSE_PLAN', plan));
      await say(conversation, 'Plan it.');
      model.play(act('START_EXECUTION'), overflows);
      const stopped = await say(conversation, 'Go ahead.');
      expect(stopped).toMatchObject({ mode: 'EXECUTING', status: 'BLOCKED', waitingFor: 'user' });
      expect(requests()).toHaveLength(4);
      const updates = todos.map(({ id }) => ({ id, status: 'COMPLETED' }));
      model.play(act('TODO_UPDATE', { updates }), says('All done.'));
      const over = await say(conversation, 'Go on.');
      expect(over).toMatchObject({ status: 'IDLE', plan: { phase: 'completed' } });
      expect(saidBy(conversation).at(-1)).toBe('All done.');
    });

    it('says nothing, then calls badly: it is told so, and neither passes for an answer', async () => {
      const conversation = await talkTo(spec);
      model.play(saysNothing, says('Now I know.'));
      await say(conversation, 'Well?');
      model.play(callsBadly, says('And now too.'));
      await say(conversation, 'Well?');
      expect(saidBy(conversation)).toEqual(['Now I know.', 'And now too.']);
      expect(requests()).toHaveLength(4);
    });
  });

  it('corrections are counted by the project’s row over the tenant’s', async () => {
    const tries = async (spec: string) => {
      const conversation = await talkTo(spec);
      const from = model.requests.length;
      model.play(...Array<ModelStep>(9).fill(saysNothing));
      await say(conversation, 'Well?');
      const used = model.requests.length - from;
      // What the script still holds is not for the next.
      model.forget();
      return used;
    };
    expect(await tries('openai:thinker')).toBe(2);
    expect(await tries('gemini:gemini-3-scripted')).toBe(5);
  });

  it('gives OpenAI’s reasoning models their thoughts back, and Gemini none of them when it takes over', async () => {
    const { callItem, itemFrames, reasoningItem, sse } = responses;
    const conversation = await talkTo('team:smart');
    await conversation.connection.register(conversation.sessionId, [
      { name: 'client_look', labels: ['read-only'], run: () => 'seen' },
    ]);
    const looks = [1, 2].map((n) => [
      reasoningItem(`rs_${n}`, `sealed-${n}`),
      callItem({ id: `c${n}`, name: 'client_look', arguments: '{}' }, `fc_${n}`),
    ]);
    for (const items of looks) model.playStream(sse(itemFrames(...items)));
    model.play(refuses(401), says('From Gemini.'));
    await say(conversation, 'Look twice.');
    expect(saidBy(conversation)).toEqual(['From Gemini.']);

    expect(requests().map(({ path }) => path.split('?')[0])).toEqual([
      ...Array<string>(3).fill('/v1/responses'),
      '/v1beta/models/gemini-3-scripted:streamGenerateContent',
    ]);
    const input = bodyOf(2)['input'] as unknown as Record<string, unknown>[];
    const at = input.findIndex(({ type }) => type === 'reasoning');
    expect(input.slice(at, at + 6)).toMatchObject([
      looks[0]![0],
      { type: 'function_call', id: 'fc_1', call_id: 'c1' },
      { type: 'function_call_output', call_id: 'c1' },
      looks[1]![0],
      { type: 'function_call', id: 'fc_2', call_id: 'c2' },
      { type: 'function_call_output', call_id: 'c2' },
    ]);
    expect(responses.historyFault(input as never)).toBeNull();
    expect(requests()[3]!.raw).not.toMatch(/sealed|rs_1|fc_1/);
    expect(gemini.historyFault(bodyOf(3)['contents']!)).toBeNull();
  });

  it('gives Gemini its signatures back, and a broken and an empty answer are told what was wrong', async () => {
    const { callFrames, callPart, finishFrame, historyFault, sse } = gemini;
    const part = (type: string, more: object, signature: string) =>
      callPart(ACTION, { type, reason: 'scripted', ...more }, { signature });
    const conversation = await talkTo('gemini:gemini-3-scripted');
    await conversation.connection.register(conversation.sessionId, [
      { name: 'client_look', labels: ['read-only'], run: () => 'seen' },
    ]);
    const look = callPart('client_look', {}, { signature: 'sig-look' });
    model.playStream(sse(callFrames(part('START_PLAN', {}, 'sig-start'))));
    model.playStream(sse(callFrames(look, callPart('client_look', {}))));
    model.playStream(sse([finishFrame('MALFORMED_FUNCTION_CALL')]));
    model.playStream(sse([finishFrame('STOP')]));
    model.playStream(sse(callFrames(part('PROPOSE_PLAN', plan, 'sig-propose'))));
    const snapshot = await say(conversation, 'Plan it.');
    expect([snapshot.mode, snapshot.plan?.phase]).toEqual(['PLANNING', 'ready']);

    expect(requests()).toHaveLength(5);
    const contents = bodyOf(4)['contents'] as unknown as {
      parts: { thoughtSignature?: string; text?: string }[];
    }[];
    expect(historyFault(contents)).toBeNull();
    const signatures = contents.flatMap(({ parts }) => parts.map((one) => one.thoughtSignature));
    expect(signatures.filter((signature) => signature !== undefined)).toEqual([
      'sig-start',
      'sig-look',
    ]);
    // The corrections, then the state of the plan.
    expect(contents.at(-1)?.parts).toHaveLength(3);
    expect(contents.at(-1)?.parts.at(-1)?.text).toMatch(
      /^<system-note>\n## Plan state\nmode: EXPLORING/,
    );
  });
});
